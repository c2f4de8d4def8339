import { InvalidArgumentError } from '@commander-js/extra-typings'
import { coaching, plans } from '../../../domain/plans.ts'
import { staffCommand, whichEnrollment } from '../../enrollments/command.ts'
import { changeAsStaff, showForm } from '../../enrollments/staff-functions.ts'
import { type Command, examples } from '../../terminal/program.ts'

const oneReference = ['<reference>', 'the reference of the payment, as list has it'] as const

const services = Object.entries({ ...plans, coaching })
const shortNames = services.map(([id]) => id).join(', ')

const assigning = (command: Command) =>
  command
    .description('a payment is for a plan: prove it on a form, or prepare one for the payer')
    .argument(...oneReference)
    .option('--enrollment <id>', ...whichEnrollment)
    .option('--plan <name>', `another plan than the checkout says: ${shortNames}, or its whole name`, planNamed)
    .addHelpText('after', examples({ 'npm run payments -- assign pi_3N… --plan light': 'a form is prepared for the payer, who is written to' }))

const refusals = {
  'not-there': 'There is no such enrollment.',
  'no-such-payment': 'There is no such payment.',
  'proven-already': 'It is proven on an enrollment already.',
  'not-paid': 'It is not paid.',
  'no-email': 'Nobody knows who paid: say for which form, --enrollment.',
  'no-plan': 'Say for which plan: --plan.',
  'no-open-enrollment': 'That enrollment is paid for already.',
}

/** A person's decision for what a payment is (R-PAYMENT). It is recorded. */
export const assign = staffCommand(assigning, async (context, reference, { enrollment, plan: named }) => {
  const form = enrollment === undefined ? undefined : await showForm(context, enrollment)
  const parameters = { p_reference: reference, p_id: form?.id ?? null, p_plan: named?.name, p_is_add_on: named === coaching }
  const { enrollment: on } = await changeAsStaff(context, 'staff_assign_payment', parameters, refusals)
  context.print(`It is proven on ${on}. The payer is written to.`)
})

function planNamed(given: string): (typeof services)[number][1] {
  const wanted = given.trim().toLowerCase()
  const found = services.find(([id, { name }]) => id === wanted || name.toLowerCase() === wanted)
  if (!found) throw new InvalidArgumentError(`There is no such plan: it is one of ${shortNames}.`)
  return found[1]
}

const dismissing = (command: Command) => command.description('a payment is for no plan, such as a donation').argument(...oneReference)

/** A person's decision that nothing follows from a payment. It is recorded. */
export const dismiss = staffCommand(dismissing, async (context, reference) => {
  await changeAsStaff(context, 'staff_dismiss_payment', { p_reference: reference }, { 'not-open': 'No such payment waits for a person.' })
  context.print('It does not wait for a person any more.')
})
