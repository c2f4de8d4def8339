import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { environmentFor } from './environment.mjs'
import { install, projectNode, root, run, runtimeVariables } from './install.mjs'
import { matchingTests } from './matching-tests.mjs'
import { explainUsage } from './usage.mjs'

/**
 * The report of a runner. `failed` and `flaky` are titles of tests with what they failed with, `errors` are errors outside of tests.
 * @typedef {{ passed: number, failed: string[], errors: string[], flaky: string[] }} Outcome
 */

explainUsage('test', 'Check types, lint and styles, and run all tests', {
  '[NAME]': 'only the tests whose path or title has this in it',
  '--update': 'write files such as docs/access.md anew, which tests compare',
  '--record': 'write the table of docs/browsers.md anew',
})

/** The NAME of `npm test -- NAME`; undefined to run everything. */
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('-'))

await install({ withTools: true })

// What a test compares with a file, such as `docs/access.md`, is written on request only.
const update = process.argv.filter((argument) => argument === '--update')

/** @param {string} project */
const vitest = (project) => ['run', '--project', project, '--reporter=default', '--reporter=./setup/reporters/vitest.mjs', ...update]

// The table in `docs/browsers.md` is written on request only: tests do not change files.
const reporters = ['list', './setup/reporters/playwright.mjs', ...(process.argv.includes('--record') ? ['./setup/reporters/browsers.mjs'] : [])]

/**
 * The test runners: title, script in node_modules, parameters; test files; the option that filters by title.
 * @typedef {[string, string, string[]]} Step
 * @type {{ step: Step, files: RegExp, titles: string }[]}
 */
const runners = [
  { step: ['unit', 'vitest/vitest.mjs', vitest('unit')], files: /(?<!\.integration)\.test\.tsx?$/, titles: '-t' },
  { step: ['integration', 'vitest/vitest.mjs', vitest('integration')], files: /\.integration\.test\.ts$/, titles: '-t' },
  {
    step: ['end to end', 'playwright/cli.js', ['test', '--pass-with-no-tests', `--reporter=${reporters.join()}`]],
    files: /^tests\/e2e\/.*\.spec\.ts$/,
    titles: '-g',
  },
]

/** @type {Step[]} */
const checks = ['types', 'lint', 'styles'].map((name) => [name, '../setup/check.mjs', [name]])

const exportTest = 'server/enrollments/spreadsheet.integration.test.ts'
const deployTests = ['deploy/service.integration.test.ts', 'deploy/container/container.integration.test.ts', 'server/proxies/proxies.integration.test.ts']

/** Runs files by path, and tests of other files by title. @param {string} name */
async function stepsFor(name) {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const found = await Promise.all(
    runners.map(async ({ step: [title, script, parameters], files, titles }) => {
      const { byPath, byTitle } = await matchingTests(files, name)
      /** @type {Step[]} */
      const both = [
        [`${title}, by file`, script, [...parameters, ...byPath]],
        [`${title}, by title`, script, [...parameters, titles, pattern, ...byTitle]],
      ]
      return both.filter((_, index) => [byPath, byTitle][index]?.length)
    }),
  )
  return found.flat()
}

const askSample = "import('./tests/helpers/sample.ts').then(({ isSample }) => process.exit(isSample ? 0 : 1))"
/** Once the site has its operator's name, tests of `*.sample.*` are left out, and it is itself another organisation. */
const isSample = (await run(projectNode, ['--eval', askSample], { env: environmentFor('plain') })) === 0

const anotherOrganization = 'another-organization'
const triesAnother = isSample && (!wanted || wanted === anotherOrganization)

/** What an organisation's own names, figures and words show in: every page, every link, and how long names are laid out. */
const anotherJourneys = ['about-blog-signup.spec', 'articles.spec', 'base-path.spec', 'engines/layout.spec', 'home.spec', 'links.spec', 'routes.spec'].map(
  (name) => `tests/e2e/${name}`,
)

/** What also has to hold in the copy of the project that `tests/another-organization.mjs` makes. @type {Step[]} */
const anotherSteps = [
  ['another organization: types', '../setup/check.mjs', ['types']],
  ['another organization: unit', 'vitest/vitest.mjs', vitest('unit')],
  [
    'another organization: end to end',
    'playwright/cli.js',
    ['test', ...anotherJourneys, '--project=root', '--project=base path', `--reporter=${reporters.slice(0, 2).join()}`],
  ],
]
/** @type {Step} */
const anotherBuild = ['another organization: build for production', '../setup/build-if-stale.mjs', ['hosted']]

/** @type {Step[]} */
const steps = wanted ? await stepsFor(wanted) : [...checks, ...runners.map(({ step }) => step)]
if (steps.length === 0 && !triesAnother) {
  console.error(`No test has "${wanted}" in its file's path or in its title.`)
  process.exit(1)
}

const { browsers } = await import('./browser.mjs')
const { spreadsheet } = await import('./spreadsheet.mjs')
const { untestedPrograms } = await import('./deploy-programs.mjs')
const found = triesAnother || steps.some(([, script]) => script.startsWith('playwright')) ? await browsers() : {}
/** @param {string} file */
const runs = (file) => steps.some(([title, , parameters]) => title === 'integration' || parameters.includes(file))
const office = runs(exportTest) ? await spreadsheet() : undefined
const untested = deployTests.some(runs) ? await untestedPrograms() : []
const reports = await mkdtemp(path.join(tmpdir(), 'test-'))
// If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
await chmod(reports, 0o711)
const bin = path.join(root, 'node_modules/.bin')
const report = path.join(reports, 'outcome.json')
const env = {
  ...environmentFor('tests'),
  // Tests start gateways and workers by the hundred, which load faster with their code compiled.
  ...runtimeVariables,
  // Programs that tests start by name are the project's own.
  PATH: `${path.dirname(projectNode)}${path.delimiter}${bin}${path.delimiter}${process.env.PATH ?? ''}`,
  ...found,
  SOFFICE_PATH: office ?? '',
  TEST_WITHOUT: untested.join(),
  E2E_TEMPORARY: reports,
  TEST_REPORT: report,
}

/** Without a report, a tool passes or fails as a whole. @param {number} code */
async function readOutcome(code) {
  const written = await readFile(report, 'utf8').catch(() => undefined)
  await rm(report, { force: true })
  /** @type {Outcome} */
  const outcome = written ? JSON.parse(written) : { passed: Number(code === 0), failed: [], errors: [], flaky: [] }
  if (code !== 0 && outcome.failed.length + outcome.errors.length === 0) outcome.errors.push('it says above what failed')
  return outcome
}

const summary = []
const tally = { passed: 0, failed: 0 }

/** Runs steps in a folder that has the project. @param {Step[]} list @param {string} folder @param {NodeJS.ProcessEnv} variables */
async function runSteps(list, folder, variables) {
  for (const [title, script, parameters] of list) {
    console.log(`\n── ${title}`)
    const begun = performance.now()
    const code = await run(projectNode, [path.join(folder, 'node_modules', script), ...parameters], { env: variables, cwd: folder })
    const seconds = Math.round((performance.now() - begun) / 1000)
    const { passed, failed, errors, flaky } = await readOutcome(code)
    tally.passed += passed
    tally.failed += failed.length + errors.length
    summary.push(`${title}: ${passed} passed, exit code ${code}, ${seconds} s`)
    for (const name of flaky) summary.push(`  passed at the second try: ${name}`)
    for (const name of failed) summary.push(`  failed: ${name}`)
    for (const error of errors) summary.push(`  outside of any test: ${error}`)
  }
}

await runSteps(steps, root, env)
if (triesAnother) {
  const { copyForAnotherOrganization, settings } = await import('../tests/another-organization.mjs')
  const copy = path.join(reports, anotherOrganization)
  await copyForAnotherOrganization(copy)
  await runSteps(anotherSteps, copy, env)
  await runSteps([anotherBuild], copy, { ...env, ...settings })
}

if (!isSample) summary.push('not made: the tests of *.sample.*, which hold the sample to its own words and figures')
for (const name of found.E2E_WITHOUT?.split(',').filter(Boolean) ?? []) summary.push(`not made: the journeys in ${name}`)
if (runs(exportTest) && !office) summary.push('not made: the export opened in LibreOffice, which is missing (on Debian: libreoffice-calc-nogui)')
for (const name of untested) summary.push(`not made: the tests with ${name}, which is missing or needs root`)
await rm(reports, { recursive: true, force: true })
console.log(`\n${summary.join('\n')}\n\n${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed ? 1 : 0
