import { answerLabel } from '#words/calculator.ts'
import { type Answer, optionsOf, type Question } from '../../../domain/credit-score.ts'

/** What chips need to show the options of a question. */
export function answerChips(question: Question, chosen: Answer | undefined, onChoose: (answer: Answer) => void) {
  const options = optionsOf(question)
  return {
    options: options.map(({ value }) => ({ value, label: answerLabel(value) })),
    chosen: chosen ?? '',
    onChoose: (value: string) => {
      const option = options.find((each) => each.value === value)
      if (option) onChoose(option.value)
    },
  }
}
