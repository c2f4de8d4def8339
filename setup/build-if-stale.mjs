import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BuildFault } from '../build/build-fault.ts'
import { fingerprintName, hashOfSources, readFingerprint } from '../build/fingerprint.ts'
import { explainFaults, parseEnvironment } from '../server/env.ts'
import { showProgress } from '../server/terminal/show-progress.ts'
import { forgetSettings } from './environment.mjs'
import { replaceFolder } from './replace-folder.mjs'

// Without a word for `npm start`: beside the stand-ins, and where a build fails the last one is good enough (R-WHOLE-SITE).
// hosted: for a static host, without stand-ins. strict: too heavy a page is a fault. --record-sizes: see build/budget.ts.
const words = new Set(process.argv.slice(2))

const parsed = parseEnvironment(process.env)
if ('fault' in parsed) {
  console.error(explainFaults(parsed.fault))
  process.exit(1)
}
const { partnersOrigin, ...hosted } = parsed.ok.site
const site = words.has('hosted') || !partnersOrigin ? hosted : { ...hosted, partnersOrigin }

/** @type {import('../build/fingerprint.ts').Fingerprint} */
const current = { settings: createHash('sha256').update(JSON.stringify(site)).digest('hex'), sources: await hashOfSources() }

async function isStale() {
  const { settings, sources: made } = await readFingerprint(site.outDir)
  return words.has('--record-sizes') || settings !== current.settings || made !== current.sources
}

/** Whoever had the turn before may have built the same. @param {string} outDir */
async function build(outDir) {
  if (!(await isStale())) return false
  forgetSettings()
  const { buildSite } = await import('../build/build-site.ts')
  const progress = showProgress(process.stderr)
  const excess = await buildSite({ ...site, outDir }, words.has('--record-sizes') ? 'write' : 'keep', (step, done, of) =>
    progress.show('Building the site', done, { of, unit: 'steps', at: step }),
  ).finally(progress.clear)
  if (excess && words.has('strict')) throw new BuildFault(excess)
  if (excess) console.warn(excess)
  await writeFile(path.join(outDir, fingerprintName), JSON.stringify(current))
  return true
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof BuildFault) return error.message
  // What the language itself throws says nothing without its place; the system, the bundler and the build name the file.
  if (!(error instanceof Error) || /^(Type|Reference|Range|Syntax)Error$/.test(error.name)) return error
  const sentence = `The site cannot be built: ${error.message}`
  const isRefused = 'code' in error && ['EACCES', 'EPERM', 'EROFS', 'EBUSY'].includes(String(error.code))
  return isRefused ? `${sentence}. The site's folder is replaced as a whole: set DIST_DIR to one beside which this user may write.` : sentence
}

const tellWhoBuilds = (/** @type {number} */ number) => console.log(`Process ${number} is building the site; this one waits for it …`)

if (await isStale()) {
  try {
    await replaceFolder(site.outDir, tellWhoBuilds, build)
  } catch (error) {
    console.error(explain(error))
    // Other settings make another site, and whoever wants the files alone is told of every failure.
    if (words.size || (await readFingerprint(site.outDir)).settings !== current.settings) process.exit(1)
    console.error('The last site that was whole is served until this is mended.')
  }
}
