import { existsSync } from 'node:fs'
import path from 'node:path'
import { npm, root } from './install.mjs'

const version = '13.5.0'
const folder = path.join(root, `node_modules/.cache/lighthouse-${version}`)

/**
 * The script of the Lighthouse command, installed on first use; undefined if that fails. It has a separate folder, since
 * only the benchmark needs its 180 MB.
 */
export async function lighthouse() {
  const command = path.join(folder, 'node_modules/lighthouse/cli/index.js')
  // npm writes this file last, so after an interrupted installation it is missing.
  if (existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return command
  console.log('Installing Lighthouse …')
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  return (await npm('install', `lighthouse@${version}`, ...options)) === 0 ? command : undefined
}
