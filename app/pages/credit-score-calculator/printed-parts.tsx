import { answerLabel, calculatorPrint, calculatorResult, questionWords } from '#words/calculator.ts'
import { type Answers, questionIds } from '../../../domain/credit-score.ts'
import { site } from '../../../site.config.ts'
import mark from '../../art/mark.svg'
import { longDate } from '#words/format.ts'

const { organization, contact } = site

/** Whose sheet it is, and of which day. */
export function PrintedHead({ at }: { at: Date }) {
  return (
    <div className="printed letterhead">
      <img src={mark} alt="" width="36" height="36" />
      <b>{organization.name}</b>
      <span>{calculatorPrint.date(longDate(at))}</span>
    </div>
  )
}

export function PrintedAnswers({ answers }: { answers: Answers }) {
  return (
    <div className="printed">
      <h3>{calculatorResult.yourAnswers}</h3>
      <dl>
        {questionIds.map((question) => (
          <div key={question}>
            <dt>{questionWords[question].question}</dt>
            <dd>{answerLabel(answers[question])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function PrintedContact() {
  return (
    <p className="printed contact-line">
      {calculatorPrint.contact} {contact.email}, {contact.phone}
    </p>
  )
}
