import { writeFileSync } from 'node:fs'
import { withReason } from './with-reason.mjs'

/** Writes the outcome of a run for `npm test`, including errors outside of tests. */
export default class PlaywrightReport {
  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  #journeys
  /** @type {string[]} */
  #errors = []

  /** @param {import('@playwright/test/reporter').FullConfig} _ @param {import('@playwright/test/reporter').Suite} journeys */
  onBegin(_, journeys) {
    this.#journeys = journeys
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError({ message, value }) {
    this.#errors.push(message ?? String(value))
  }

  onEnd() {
    const tests = this.#journeys?.allTests() ?? []
    /** @param {string[]} outcomes */
    const named = (...outcomes) =>
      tests
        .filter((test) => outcomes.includes(test.outcome()))
        .map((test) => withReason(test.titlePath().slice(1).join(' › '), test.results.find(({ error }) => error)?.error))
    /** @type {import('../test.mjs').Outcome} */
    const outcome = {
      passed: named('expected', 'flaky').length,
      failed: named('unexpected'),
      errors: this.#errors,
      flaky: named('flaky'),
    }
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(outcome))
  }
}
