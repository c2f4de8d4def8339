import { Client } from 'pg'
import { type Line, type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'
import { startOutboxProcess } from '../outbox-process.ts'
import { type SampleForm, saveForms } from '../many-forms.ts'

const few = 1_000
const many = Number(process.env.BENCH_FORMS ?? 1_000_000)
const rounds = 15
const maxUsualMs = 100
/** For what nobody types but to keep the database busy. */
const maxHostileMs = 500

/** What is asked for of one form that was saved early, and the parameters of `staff_find` beside it. */
const asks: { what: string; text: (form: SampleForm) => string; more?: (forms: number) => string; maxMs?: number }[] = [
  { what: 'a name', text: ({ name }) => name },
  { what: 'a name and a city', text: ({ name, city }) => `${city} ${name}` },
  { what: 'a name with a typo', text: ({ name }) => `${name.slice(0, -2)}x${name.slice(-1)}` },
  { what: 'a frequent first name', text: ({ name }) => name.replace(/ .*/, '') },
  { what: 'two letters', text: ({ name }) => name.slice(0, 2) },
  { what: 'a part of an address', text: ({ email }) => email.replace(/@.*/, '@') },
  { what: 'two domains that most have', text: () => '@gmail.com @yahoo.com', maxMs: maxHostileMs },
  { what: 'eight beginnings that many have', text: () => 'ka ma jo be sa li ru te', maxMs: maxHostileMs },
  { what: 'a phone number', text: ({ phone }) => phone },
  { what: 'the beginning of an id', text: ({ id }) => id.slice(0, 8) },
  { what: 'a payment reference', text: ({ reference }) => reference },
  { what: 'what there is not', text: () => 'nebuchadnezzar' },
  { what: 'nothing, for what needs a person', text: () => '', more: () => `, p_states => '{needs_review,rejected}'` },
  { what: 'nothing, for two states far back', text: () => '', more: (forms) => `, p_states => '{delivered,cancelled}', p_until => now() - interval '${0.9 * forms} minutes'` },
  { what: 'a name of one plan', text: ({ name }) => name, more: () => `, p_plans => '{Light Repair}'` },
]

/** Finds forms among many and among few as the desk does, alternately, so that other load on the machine affects both; compares medians. */
export const staffFinding: Measurement = async () => {
  const process = await startOutboxProcess()
  const clients: Client[] = []
  const open = async (name: string, count: number) => {
    const client = new Client({ connectionString: await process.createDatabase(name) })
    await client.connect()
    clients.push(client)
    const form = await saveForms(client, count)
    // At the machine everything is allowed.
    await client.query(`select set_config('role', 'site_staff', false), set_config('request.jwt.claims', '{"staff_name": "bench"}', false)`)
    return { client, form, forms: count }
  }
  try {
    const [small, large] = [await open('few', few), await open('many', many)]
    const lines: Line[] = []
    for (const { what, text, more, maxMs = maxUsualMs } of asks) {
      const takenMs: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, { client, form, forms }] of [small, large].entries()) {
          const startMs = performance.now()
          await client.query(`select public.staff_find($1${more?.(forms) ?? ''})`, [text(form)])
          takenMs[index]?.push(performance.now() - startMs)
        }
      }
      const [fewMs, manyMs] = [median(takenMs[0]), median(takenMs[1])]
      lines.push({
        what: `Finding ${what} among ${many.toLocaleString('en')} forms`,
        measured: `${manyMs.toFixed(1)} ms; among ${few.toLocaleString('en')} ${fewMs.toFixed(1)} ms`,
        goal: `within ${maxMs} ms`,
        outcome: outcomeOf(manyMs <= maxMs),
      })
    }
    return lines
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await process.stop()
  }
}
