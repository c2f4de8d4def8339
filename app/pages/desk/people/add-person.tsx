import { type SubmitEvent, useState } from 'react'
import { deskConnection } from '#words/desk/frame.ts'
import { peopleWords } from '#words/desk/people.ts'
import { type StaffRole, staffRoles } from '../../../../domain/staff/parts.ts'
import { Chips } from '../../../ui/chip-question.tsx'
import { Field } from '../../../ui/field.tsx'
import { useDesk } from '../desk-context.ts'
import { Part } from '../form/part.tsx'
import { ToldNotice, useTold, whyNot } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'

const words = peopleWords.add

/** Lets somebody in by the address of their account. What was typed stays until it is done. */
export function AddPerson() {
  const { person } = useDesk()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('staff')
  const [problem, setProblem] = useState<string>()
  const [told, tell] = useTold()
  const { state, press, repeat } = useChange('staff_set_role')

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const address = email.trim()
    setProblem(address ? undefined : words.missing)
    tell(undefined)
    if (!address) return
    const called = await (state === 'unanswered' ? repeat() : press({ p_account: address, p_role: role }))
    if (!called) return
    if (called.outcome === 'done' && called.value.outcome === 'done') {
      setEmail('')
      return tell({ tone: 'good', text: words.done(address) })
    }
    const isUnknown = called.outcome === 'done' && called.value.outcome === 'refused' && called.value.reason === 'not-there'
    setProblem(isUnknown || called.outcome === 'rejected' ? words.noAccount : whyNot(called, person.name)?.text)
  }

  return (
    <Part heading={words.heading} hint={words.text}>
      <form className="form" noValidate onSubmit={(event) => void onSubmit(event)}>
        <Field name="person" label={words.label} problem={problem ?? (state === 'unanswered' ? deskConnection.unanswered : undefined)}>
          {(ties) => (
            <input
              {...ties}
              type="email"
              className="w20"
              value={email}
              readOnly={state !== 'idle'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
          )}
        </Field>
        <fieldset className="field" disabled={state !== 'idle'}>
          <legend>{words.role}</legend>
          <Chips
            name="role"
            options={staffRoles.map((value) => ({ value, label: peopleWords.roles[value] }))}
            chosen={role}
            onChoose={(value) => setRole(value === 'lead' ? 'lead' : 'staff')}
          />
        </fieldset>
        <div>
          <button className="btn small" aria-disabled={state === 'sending' || undefined}>
            {state === 'sending' ? words.busy : state === 'unanswered' ? deskConnection.repeat : words.submit}
          </button>
        </div>
      </form>
      <ToldNotice told={told} />
    </Part>
  )
}
