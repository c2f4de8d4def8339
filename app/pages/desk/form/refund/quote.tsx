import { refundWords as words } from '#words/desk/refund.ts'
import { capitalized, formatUsd } from '#words/format.ts'
import { refundDeductions, refundNotes, refundReasons, refundRules } from '#words/refunds.ts'
import { paths } from '../../../../paths.ts'
import type { RefundAnswer, RefundRequest } from '../../../../../domain/refunds/refund-request.ts'
import { leftToPay } from '../../../../../domain/refunds/stored-request.ts'

interface QuoteProps {
  request: RefundRequest
  quote: RefundAnswer
  /** By the checkout, in cents. */
  paidBack: number
}

/** What the policy gives, as a sum, with the sentence of the policy that says so. */
export function Quote({ request, quote, paidBack }: QuoteProps) {
  const { cents, deductions, because, until, guaranteeFrom, review, payout } = quote
  const reason = refundReasons[because]
  const lines: [string, string][] = [
    [words.sum.paid, formatUsd(request.paidCents)],
    ...deductions.map((each): [string, string] => [capitalized(refundDeductions[each.for]), `- ${formatUsd(each.cents)}`]),
    [words.sum.refund, formatUsd(cents)],
  ]
  if (paidBack > 0) lines.push([words.sum.paidBack, `- ${formatUsd(paidBack)}`], [words.sum.left, formatUsd(leftToPay(cents, paidBack))])
  return (
    <>
      <p className="sentence">{words.gives(quote)}</p>
      <dl className="sum">
        {lines.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{amount}</dd>
          </div>
        ))}
      </dl>
      <p>{words.because(reason.because)}</p>
      <blockquote>
        <p>{`${refundRules[reason.rule]}.`}</p>
        <p className="fine">
          <a href={import.meta.env.BASE_URL + paths.refundPolicy.slice(1)} target="_blank" rel="noopener">
            {words.policy}
          </a>
        </p>
      </blockquote>
      <p>{words.until(until)}</p>
      {guaranteeFrom ? <p>{words.guarantee(guaranteeFrom)}</p> : null}
      <p>{words.review(review.from, review.to)}</p>
      {payout ? <p>{words.payout(payout.from, payout.to)}</p> : null}
      <p className="fine">{refundNotes.join(' ')}</p>
    </>
  )
}
