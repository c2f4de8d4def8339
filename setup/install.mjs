import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentFor } from './environment.mjs'
import { explainMissing, missingPackages, thisMachine } from './packages.mjs'
import { whenStartersEnd } from './starters.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The runtime that package.json pins, whichever Node started this script. */
export const projectNode = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * @param {string} file
 * @returns {import('./packages.mjs').Lock | undefined}
 */
function readLock(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

const wantedPackages = () => readLock(path.join(root, 'package-lock.json')) ?? {}

/**
 * What node_modules lacks of what the lockfile names; undefined if it was not installed whole. npm writes `.package-lock.json`
 * last, so after an interrupted installation it is missing. Packages for other platforms are never installed.
 * @param {boolean} withTools
 */
function missingHere(withTools) {
  const present = readLock(path.join(root, 'node_modules/.package-lock.json'))
  if (!present || !existsSync(projectNode)) return undefined
  return missingPackages(wantedPackages(), present, { withTools, machine: thisMachine() })
}

/**
 * Installs exactly what the lockfile names, if it is missing or stale.
 * @param {{ withTools: boolean }} choice whether the tools for tests are needed too
 */
export async function install({ withTools }) {
  if (missingHere(withTools)?.length === 0) return
  console.log('Installing packages …')
  const omit = withTools ? [] : ['--omit=dev']
  const code = await npm('ci', '--no-audit', '--no-fund', ...omit)
  if (code !== 0) {
    console.error('The packages could not be installed: npm says why above. Check the connection and start again.')
    process.exit(1)
  }
  const missing = missingHere(withTools) ?? []
  if (missing.length === 0) return
  console.error(explainMissing(wantedPackages(), missing))
  process.exit(1)
}

/**
 * Runs npm, preferably the one that started this script, and resolves with its exit code.
 * @param {string[]} parameters
 */
export function npm(...parameters) {
  const started = process.env.npm_execpath
  const env = environmentFor('npm')
  if (started?.endsWith('js')) return run(process.execPath, [started, ...parameters], { env })
  return run('npm', parameters, { env, shell: process.platform === 'win32' })
}

/**
 * Runs a program in the project's folder on this terminal, forwards signals, and resolves with its exit code. Its
 * environment is named, so that none is inherited by mistake.
 * @param {string} command
 * @param {string[]} parameters
 * @param {import('node:child_process').SpawnOptions & { env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export function run(command, parameters, options) {
  const child = spawn(command, parameters, { cwd: root, stdio: 'inherit', ...options })
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // On Windows the child receives Ctrl-C itself, and a forwarded SIGINT would kill it.
    if (process.platform !== 'win32' || signal !== 'SIGINT') child.kill(signal)
  }
  for (const signal of signals) process.on(signal, passOn)
  const unwatch = whenStartersEnd(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, passOn)
      unwatch()
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
/** This user's folder for what can be made again: the project's own may belong to somebody else. */
const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && path.join(HOME, '.cache'))

/** Variables that Node reads at its start, unless the operator sets them. */
export const runtimeVariables = {
  // The thread pool: one thread per core for passwords, and two for other work.
  UV_THREADPOOL_SIZE: String(Math.max(4, availableParallelism() + 2)),
  // Caches compiled code: from the second start on the TypeScript compiler is not loaded, which saves 30 MB. Without
  // rights to write there, Node goes on without.
  ...(caches ? { NODE_COMPILE_CACHE: path.join(caches, 'second-mile') } : {}),
}

/**
 * Runs a script of the project with its pinned runtime and the operator's `.env`.
 * @param {string} script
 * @param {string[]} parameters
 */
export function runScript(script, ...parameters) {
  const environmentFile = existsSync(path.join(root, '.env')) ? ['--env-file=.env'] : []
  const env = { ...runtimeVariables, ...process.env }
  // By the channel the gateway notices that this process is gone, however it ended.
  return run(projectNode, [...environmentFile, script, ...parameters], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}
