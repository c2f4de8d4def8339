import * as fc from 'fast-check'
import { type Answers, isComplete, optionsOf, parseAnswers, questionIds } from '../../domain/credit-score.ts'

/** The answers at these positions, one for each question in the order of the page. */
export function answersAt(positions: readonly number[]): Answers {
  const values = questionIds.map((question, index) => [question, optionsOf(question)[positions[index] ?? -1]?.value])
  const answers = parseAnswers(Object.fromEntries(values))
  if (!isComplete(answers)) throw new Error(`No six options at ${positions.join(', ')}`)
  return answers
}

interface Combination {
  answers: Answers
  positions: readonly number[]
}

/** Every combination of answers, with the positions of its options. */
export function* allAnswers(positions: readonly number[] = []): Generator<Combination> {
  const question = questionIds[positions.length]
  if (question === undefined) {
    yield { answers: answersAt(positions), positions }
    return
  }
  for (const position of optionsOf(question).keys()) yield* allAnswers([...positions, position])
}

export const anyAnswers = fc
  .tuple(...questionIds.map((question) => fc.nat(optionsOf(question).length - 1)))
  .map(answersAt)
