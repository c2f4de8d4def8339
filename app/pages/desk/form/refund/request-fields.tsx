import { useState } from 'react'
import { refundWords as words } from '#words/desk/refund.ts'
import { pricedService, serviceIds } from '../../../../../domain/plans.ts'
import type { StoredRequest } from '../../../../../domain/refunds/stored-request.ts'
import { Field } from '../../../../ui/field.tsx'
import { fields, type Problems } from './read-answers.ts'

interface RequestFieldsProps {
  stored: StoredRequest
  problems: Problems
}

/** What every quote begins with: filled in from what is stored, and open to correction. */
export function RequestFields({ stored: { service, paidOn, paidCents, enrolledOn }, problems }: RequestFieldsProps) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const paidHint = paidCents === undefined ? words.paidHint.unproven : words.paidHint.proven
  return (
    <>
      <DayField name={fields.asked} label={words.asked} day={today} problems={problems} />
      <Field name={fields.service} label={words.service} problem={problems[fields.service]}>
        {(ties) => (
          <select {...ties} defaultValue={service ?? ''}>
            {service ? null : <option value="">{words.choose}</option>}
            {serviceIds.map((id) => (
              <option key={id} value={id}>
                {pricedService(id).name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name={fields.paid} label={words.paid} hint={paidHint} problem={problems[fields.paid]}>
        {(ties) => <input {...ties} inputMode="decimal" autoComplete="off" defaultValue={paidCents === undefined ? '' : (paidCents / 100).toFixed(2)} />}
      </Field>
      <DayField name={fields.paidOn} label={words.paidOn} day={paidOn} problems={problems} />
      <DayField name={fields.enrolledOn} label={words.enrolledOn} hint={words.enrolledHint} day={enrolledOn} problems={problems} />
    </>
  )
}

interface DayFieldProps {
  name: string
  label: string
  hint?: string
  /** `YYYY-MM-DD`. */
  day?: string | undefined
  problems: Problems
}

export function DayField({ name, label, hint, day, problems }: DayFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} problem={problems[name]}>
      {(ties) => <input {...ties} type="date" max="2199-12-31" defaultValue={day} />}
    </Field>
  )
}
