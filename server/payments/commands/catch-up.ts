import * as v from 'valibot'
import { errorName } from '../../../domain/error-facts.ts'
import { missedEvents, mostPages, type StripeAddress } from '../../../payments/missed-events.ts'
import { createPaymentStore } from '../../../payments/payment-store.ts'
import { interpret } from '../../../payments/stripe-events.ts'
import { site } from '../../../site.config.ts'
import { staffCommand } from '../../enrollments/command.ts'
import { callFunction } from '../../postgres/call-function.ts'
import { CommandFault } from '../../terminal/confirm.ts'
import { type Command, wholeNumber } from '../../terminal/program.ts'
import { printable } from '../../terminal/text.ts'

const words = (command: Command) =>
  command
    .description('ask Stripe for events that have not arrived, and record them')
    .option('--days <number>', 'of so many days; Stripe keeps no more than 30', wholeNumber(1, 30), 30)
    .option('--all', 'also those that arrived somewhere, for an endpoint that was set up late')

const namedSchema = v.object({ id: v.pipe(v.string(), v.maxLength(200)) })
const secondsPerDay = 86_400

/** Records what Stripe could not deliver, as its endpoint would have (R-PAYMENT). Does no harm if repeated. */
export const catchUpFrom = (address: StripeAddress | undefined) =>
  staffCommand(words, async ({ environment, database, print }, { days, all = false }) => {
    const { stripeApiKey: apiKey, payments } = environment
    if (!apiKey) throw new CommandFault('Set STRIPE_API_KEY to a restricted key of Stripe that may read events.')
    if (apiKey.startsWith('rk_live_') !== (payments.mode === 'live')) throw new CommandFault(`STRIPE_API_KEY is not of the mode that STRIPE_MODE says, ${payments.mode}.`)
    const store = createPaymentStore((name, parameters) => callFunction(database, name, parameters))
    const since = new Date(Date.now() - days * secondsPerDay * 1000)
    const pages = missedEvents({ apiKey, since, all, ...(address && { address }) })
    const counts = { recorded: 0, known: 0, refused: 0 }
    for (let count = 0; ; count += 1) {
      // What is recorded stays recorded.
      const page = await pages.next().catch((error: unknown) => {
        throw new CommandFault(`${told(counts)} Then Stripe did not answer as it should (${printable(errorName(error))}): try again.`)
      })
      if (page.done) {
        print(counts.recorded + counts.known + counts.refused === 0 ? 'Nothing waits: Stripe has no event that is missing here.' : told(counts))
        if (count === mostPages) print('There may be more: ask for fewer --days.')
        return counts.refused ? 1 : 0
      }
      for (const event of page.value) {
        const read = interpret(event, payments.mode, site)
        if ('ok' in read) counts[await store.record(read.ok)] += 1
        else {
          counts.refused += 1
          print(`Not recorded (${read.fault}): ${v.is(namedSchema, event) ? printable(event.id) : 'an event without an id'}`)
        }
      }
    }
  })

const told = ({ recorded, known }: Record<'recorded' | 'known', number>) => `${recorded} recorded, ${known} were known.`
