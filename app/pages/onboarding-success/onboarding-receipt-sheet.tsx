import { useId } from 'react'
import { receiptWords as words } from '#words/onboarding-success.ts'
import { longTime } from '#words/format.ts'
import type { Receipt } from '../client-onboarding/onboarding-receipt.ts'

/** What was sent, line by line, and when; made to be printed. */
export function OnboardingReceipt({ receipt: { sentAtMs, lines } }: { receipt: Receipt }) {
  const id = useId()
  return (
    <section className="receipt" aria-labelledby={id}>
      <h2 id={id}>{words.heading}</h2>
      <p className="fine">{words.note}</p>
      <dl className="rows">
        <Line label={words.sentAt} text={longTime(new Date(sentAtMs))} />
        {lines.map((line) => (
          <Line key={line.label} {...line} />
        ))}
      </dl>
      <button className="btn quiet" type="button" onClick={() => window.print()}>
        {words.print}
      </button>
    </section>
  )
}

function Line({ label, text }: Receipt['lines'][number]) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{text}</dd>
    </div>
  )
}
