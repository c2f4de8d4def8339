import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { environmentFor } from './environment.mjs'
import { run } from './install.mjs'

const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin', '/snap/bin']

/** @param {string | undefined} file */
export function isProgram(file) {
  if (!file) return false
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that is on this machine. @param {string[]} names */
export const installed = (names) => folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isProgram)

/**
 * Installs Debian packages, as root on Linux only.
 * @param {string[]} packages
 * @param {string[]} options
 */
export async function installPackages(packages, ...options) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  await run('sh', ['-c', `apt-get update -qq && apt-get install -y -qq ${[...options, ...packages].join(' ')}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...environmentFor('installer'), DEBIAN_FRONTEND: 'noninteractive' },
  })
}
