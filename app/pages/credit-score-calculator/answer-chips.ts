import { answerLabel, answerSaying } from '../../../content/calculator.ts'
import { type Answer, optionsOf, type Question } from '../../../domain/credit-score.ts'

/**
 * What chips need to show the options of a question. The value of a chip is the text that it shows: whoever reads the
 * page, or drives it from outside, knows no other.
 */
export function answerChips(question: Question, chosen: Answer | undefined, onChoose: (answer: Answer) => void) {
  return {
    options: optionsOf(question).map(({ value }) => ({ value: answerLabel(value), label: answerLabel(value) })),
    chosen: chosen === undefined ? '' : answerLabel(chosen),
    onChoose: (label: string) => {
      const answer = answerSaying(label, question)
      if (answer !== undefined) onChoose(answer)
    },
  }
}
