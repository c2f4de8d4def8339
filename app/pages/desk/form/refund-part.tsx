import { useState } from 'react'
import { refundWords as words } from '#words/desk/form.ts'
import { formatUsd, longDateOf } from '#words/format.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import { Part } from './part.tsx'

/** What a refund quote begins with, and the command that works it out. */
export function RefundPart({ form: { id, refund_facts: facts } }: { form: ShownForm }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const { plan, price_cents: cents, paid_on: paid, enrolled_on: enrolled, refunded_cents: refunded } = facts
  const command = words.command(id, today)
  const lines: [string, string | null][] = [
    [words.plan, plan],
    [words.price, !cents ? null : formatUsd(cents)],
    [words.paid, paid ? longDateOf(paid) : words.unproven],
    [words.enrolled, enrolled ? longDateOf(enrolled) : words.open],
    [words.refunded, refunded > 0 ? formatUsd(refunded) : null],
  ]
  return (
    <Part heading={words.heading} className="part no-print">
      <dl className="rows">
        {lines.flatMap(([label, text]) =>
          text
            ? [
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      <p className="fine">{words.text}</p>
      <p>
        <code>{command}</code>
      </p>
    </Part>
  )
}
