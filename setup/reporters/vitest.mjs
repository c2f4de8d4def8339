import { writeFileSync } from 'node:fs'

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
      failed: inState('failed').map(({ module, fullName }) => `${module.relativeModuleId}: ${fullName}`),
      errors: [...suites.flatMap((suite) => suite.errors()), ...unhandled].map(({ message }) => message),
      flaky: [],
    }
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(outcome))
  }
}
