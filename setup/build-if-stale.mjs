import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BuildFault } from '../build/build-fault.ts'
import { explainFaults, parseEnvironment } from '../server/env.ts'
import { forgetSettings } from './environment.mjs'
import { root } from './install.mjs'

// The inputs of a build, besides the settings.
const sources = ['app', 'build', 'content', 'domain', 'site.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']

/** @param {string} source @returns {Promise<string[]>} */
async function filesOf(source) {
  const entries = await readdir(path.join(root, source), { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return [source]
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** @param {unknown} settings */
async function fingerprint(settings) {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const file of (await Promise.all(sources.map(filesOf))).flat()) {
    hash.update(`\0${file}\0`).update(await readFile(path.join(root, file)))
  }
  return hash.digest('hex')
}

/** @param {unknown} error */
function explain(error) {
  if (!(error instanceof BuildFault)) throw error
  console.error(error.message)
  process.exit(1)
}

const parsed = parseEnvironment(process.env)
if ('fault' in parsed) {
  console.error(explainFaults(parsed.fault))
  process.exit(1)
}
const { partnersOrigin, ...hosted } = parsed.ok.site
// `npm start` serves the stand-ins beside the site; a static host does not.
const site = process.argv[2] === 'hosted' || !partnersOrigin ? hosted : { ...hosted, partnersOrigin }
const stamp = path.join(site.outDir, '.fingerprint')
const current = await fingerprint(site)
const record = process.argv.includes('--record-sizes') ? 'write' : 'keep'
if (record === 'write' || current !== (await readFile(stamp, 'utf8').catch(() => undefined))) {
  console.log('Building the site …')
  forgetSettings()
  const { buildSite } = await import('../build/build-site.ts')
  await buildSite(site, record).catch(explain)
  await writeFile(stamp, current)
}
