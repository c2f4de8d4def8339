import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { install, projectNode, root, run } from './install.mjs'

await install({ withTools: true })
const { browser } = await import('./browser.mjs')
const chromiumPath = await browser()
const reports = await mkdtemp(path.join(tmpdir(), 'test-'))
// Run as root, PostgreSQL is another user, who has to pass through this folder.
await chmod(reports, 0o711)
const bin = path.join(root, 'node_modules/.bin')
const env = {
  ...process.env,
  // Every program that a test starts by name is the project's own.
  PATH: `${path.dirname(projectNode)}${path.delimiter}${bin}${path.delimiter}${process.env.PATH ?? ''}`,
  CHROMIUM_PATH: chromiumPath,
  E2E_TEMPORARY: reports,
  PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'end-to-end.json'),
}
const tally = { passed: 0, failed: 0 }

/**
 * @param {string} title
 * @param {string} script path of the tool below node_modules
 * @param {string[]} parameters
 */
function tool(title, script, parameters) {
  console.log(`\n── ${title}`)
  return run(projectNode, [path.join(root, 'node_modules', script), ...parameters], { env })
}

/** @param {number} passed @param {number} failed @param {number} code */
function count(passed, failed, code) {
  tally.passed += passed
  // A runner that ended badly without naming a failure still failed.
  tally.failed += failed || Number(code !== 0)
}

/**
 * What a runner has written down; nothing where it never came so far.
 * @typedef {{ expected: number, unexpected: number, flaky: number }} Stats
 * @param {string} file
 * @returns {Promise<{ numPassedTests?: number, numFailedTests?: number, stats?: Stats }>}
 */
const report = async (file) => JSON.parse(await readFile(path.join(reports, file), 'utf8').catch(() => '{}'))

for (const [title, script, parameters] of /** @type {const} */ ([
  ['types', 'typescript/bin/tsc', ['--noEmit']],
  ['lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
])) {
  const code = await tool(title, script, [...parameters])
  count(Number(code === 0), 0, code)
}

for (const project of ['unit', 'integration']) {
  const output = path.join(reports, `${project}.json`)
  const code = await tool(project, 'vitest/vitest.mjs', [
    'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${output}`,
  ])
  const { numPassedTests = 0, numFailedTests = 0 } = await report(`${project}.json`)
  count(numPassedTests, numFailedTests, code)
}

const code = await tool('end to end', 'playwright/cli.js', ['test', '--reporter=list,json'])
const { stats = { expected: 0, unexpected: 0, flaky: 0 } } = await report('end-to-end.json')
count(stats.expected + stats.flaky, stats.unexpected, code)

await rm(reports, { recursive: true, force: true })
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed ? 1 : 0
