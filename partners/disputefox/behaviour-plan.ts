import * as v from 'valibot'
import { type BehaviourName, behaviourNames } from './behaviours.ts'

/** A behaviour and for how many requests it applies; without `times`, until another one is chosen. */
export const behaviourSchema = v.object({
  behaviour: v.picklist(behaviourNames),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})

/** How the next requests are answered: as chosen, and normally again after `times` of them. */
export class BehaviourPlan {
  #behaviour: BehaviourName = 'accept'
  #timesLeft = Number.POSITIVE_INFINITY

  get current(): BehaviourName {
    return this.#behaviour
  }

  choose({ behaviour, times }: v.InferOutput<typeof behaviourSchema>): void {
    this.#behaviour = behaviour
    this.#timesLeft = times ?? Number.POSITIVE_INFINITY
  }

  next(): BehaviourName {
    const behaviour = this.#behaviour
    this.#timesLeft -= 1
    if (this.#timesLeft <= 0) this.choose({ behaviour: 'accept' })
    return behaviour
  }
}
