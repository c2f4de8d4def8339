import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { refundWords as words } from '#words/desk/refund.ts'
import { refundFaults } from '#words/refunds.ts'
import { quoteRefund } from '../../../../../domain/refunds/refund-quote.ts'
import type { RefundAnswer, RefundFact, RefundRequest } from '../../../../../domain/refunds/refund-request.ts'
import { storedRequest } from '../../../../../domain/refunds/stored-request.ts'
import type { ShownForm } from '../../../../../domain/staff/form.ts'
import { FactField } from './fact-field.tsx'
import { type Problems, readAnswers } from './read-answers.ts'
import { Quote } from './quote.tsx'
import { RequestFields } from './request-fields.tsx'

interface Outcome {
  request: RefundRequest
  quote: RefundAnswer
}

/**
 * What the refund policy gives for a form (R-REFUND-QUOTE), by the rules of the command `refund-quote`: it begins with what is
 * stored, and asks for what only a person knows, where the answer depends on it.
 */
export function RefundPart({ form: { refund_facts: facts } }: { form: ShownForm }) {
  const [turn, setTurn] = useState(0)
  return (
    <>
      <p className="fine">{words.hint}</p>
      <Calculation key={turn} stored={storedRequest(facts)} paidBack={facts.refunded_cents} onAgain={() => setTurn(turn + 1)} />
      <p className="fine">{words.days}</p>
    </>
  )
}

interface CalculationProps {
  stored: ReturnType<typeof storedRequest>
  paidBack: number
  onAgain: () => void
}

function Calculation({ stored, paidBack, onAgain }: CalculationProps) {
  const [asked, setAsked] = useState<RefundFact[]>([])
  // What the questions are about.
  const [about, setAbout] = useState<RefundRequest>()
  const [problems, setProblems] = useState<Problems>({})
  const [fault, setFault] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    flushSync(() => workOut(new FormData(form)))
    focusNext(form)
  }

  function workOut(entries: FormData) {
    const read = readAnswers(entries, asked)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    const quote = quoteRefund(read.request)
    if ('fault' in quote) return setFault(refundFaults[quote.fault])
    if (!('asks' in quote.ok)) return setOutcome({ request: read.request, quote: quote.ok })
    const { asks } = quote.ok
    setAbout(read.request)
    setAsked((before) => [...before.filter((fact) => fact !== asks), asks])
  }

  return (
    <form
      className="form refund"
      noValidate
      onSubmit={onSubmit}
      // A changed answer is not what was worked out.
      onInput={() => {
        setFault(undefined)
        setOutcome(undefined)
      }}
    >
      <RequestFields stored={stored} problems={problems} />
      {about
        ? asked.map((fact) => (
            <div key={fact} className="fact">
              <FactField fact={fact} about={about} problems={problems} />
            </div>
          ))
        : null}
      <div className="actions refund-ways">
        <button className="btn quiet small">{words.submit}</button>
        {asked.length > 0 || outcome ? (
          <button type="button" className="btn quiet small" onClick={onAgain}>
            {words.again}
          </button>
        ) : null}
      </div>
      <div role="status" tabIndex={-1} className="refund-result">
        {fault ? <p className="notice bad">{fault}</p> : null}
        {outcome ? <Quote {...outcome} paidBack={paidBack} /> : null}
      </div>
    </form>
  )
}

/** To the answer, to the first thing that is wrong, or to what is asked now. */
function focusNext(form: HTMLFormElement): void {
  const answer = form.querySelector<HTMLElement>('.refund-result:not(:empty)')
  const wrong = form.querySelector<HTMLElement>('[aria-invalid], .field.bad input')
  const newest = [...form.querySelectorAll<HTMLElement>('.fact')].at(-1)?.querySelector<HTMLElement>('input')
  ;(answer ?? wrong ?? newest)?.focus()
}
