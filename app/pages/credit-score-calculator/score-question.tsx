import { answerLabel, calculatorForm, questionWords } from '../../../content/calculator.ts'
import { type Answer, optionsOf, type Question } from '../../../domain/credit-score.ts'
import { Help } from '../../ui/help.tsx'

interface ScoreQuestionProps {
  question: Question
  chosen: Answer | undefined
  onChoose: (answer: Answer) => void
}

/** A question, its help and its chips. */
export function ScoreQuestion({ question, chosen, onChoose }: ScoreQuestionProps) {
  const words = questionWords[question]
  return (
    <fieldset className="q">
      <legend>{words.question}</legend>
      <Help label={calculatorForm.help(words.question)}>{words.help}</Help>
      <AnswerChips name={question} question={question} chosen={chosen} onChoose={onChoose} />
    </fieldset>
  )
}

/** The options of a question as native radios called `name`; the value of each is what it says. */
export function AnswerChips({ name, question, chosen, onChoose }: ScoreQuestionProps & { name: string }) {
  return (
    <div className="chips">
      {optionsOf(question).map(({ value }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={answerLabel(value)}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{answerLabel(value)}</span>
        </label>
      ))}
    </div>
  )
}
