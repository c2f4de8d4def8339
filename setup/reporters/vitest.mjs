import { writeFileSync } from 'node:fs'
import { withReason } from './with-reason.mjs'

/** @param {import('vitest/node').TestCase} test */
const named = (test) => withReason(`${test.module.relativeModuleId}: ${test.fullName}`, test.result().errors?.[0])

/**
 * Writes the outcome of a run for `npm test`. Vitest's own JSON report lacks errors outside of tests: in hooks, in loading
 * a file, and uncaught ones.
 */
export default class VitestReport {
  /** @type {NonNullable<import('vitest/node').Reporter['onTestRunEnd']>} */
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    /** @param {string} state */
    const inState = (state) => tests.filter((test) => test.result().state === state)
    /** @type {import('../test.mjs').Outcome} */
    const outcome = {
      passed: inState('passed').length,
      failed: inState('failed').map(named),
      errors: [...suites.flatMap((suite) => suite.errors()), ...unhandled].map(({ message }) => message),
      flaky: inState('passed').filter((test) => test.diagnostic()?.flaky).map(named),
    }
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(outcome))
  }
}
