import { answerLabel, answerSaying } from '../../../content/calculator.ts'
import { type Answer, optionsOf, type Question } from '../../../domain/credit-score.ts'

/**
 * The props of chips for the options of a question. A chip's value is the text that it shows, the only one known to
 * programs that read or drive the page.
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
