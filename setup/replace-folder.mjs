import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// Beside the folder, the place of a process that makes a new one: its name ends with the number of the process.
const suffix = '.new-'
/** Within such a place: the folder that is being made, and the one that it replaces. */
const [fresh, last] = ['fresh', 'last']

/**
 * Replaces a folder once the new one is whole: `make` gets the path at which to make it, and resolves with whether it did. Processes that
 * want the same take turns, and `tell` is called with the one that is waited for. Throws what `make` throws, and the faults
 * of the file system; the folder is then as it was.
 * @param {string} folder absolute
 * @param {(process: number) => void} tell
 * @param {(fresh: string) => Promise<boolean>} make
 */
export async function replaceFolder(folder, tell, make) {
  const own = folder + suffix + process.pid
  await mkdir(path.dirname(folder), { recursive: true })
  await takeTurn(folder, own, tell)
  try {
    if (!(await make(path.join(own, fresh)))) return
    await rename(folder, path.join(own, last)).catch(ignoreMissing)
    await rename(path.join(own, fresh), folder)
  } finally {
    await clear(folder, own)
  }
}

/** Nobody goes on who sees another place beside the own one, so that two never do. @type {(folder: string, own: string, tell: (process: number) => void) => Promise<void>} */
async function takeTurn(folder, own, tell) {
  let told = 0
  for (;;) {
    // Left by an earlier process of the same number.
    await clear(folder, own)
    await mkdir(own)
    const [other] = await othersAtWork(folder, own)
    if (other === undefined) return
    await rm(own, { recursive: true })
    if (other !== told) tell(other)
    told = other
    // By chance, since two that came at once would else withdraw and come back at once.
    await wait(100 + Math.random() * 200)
  }
}

/** Who makes the same at this moment. What those have left who were killed is cleared away. @type {(folder: string, own: string) => Promise<number[]>} */
async function othersAtWork(folder, own) {
  const beginning = path.basename(folder) + suffix
  const others = []
  for (const name of await readdir(path.dirname(folder))) {
    const place = path.join(path.dirname(folder), name)
    if (!name.startsWith(beginning) || place === own) continue
    const number = Number(name.slice(beginning.length))
    if (await isAtWork(number)) others.push(number)
    else await clear(folder, place)
  }
  return others
}

/** Whether the process lives; after a restart its number may be another program's. @param {number} number */
async function isAtWork(number) {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '')
    return command.includes(path.basename(process.argv[1] ?? ''))
  }
  try {
    return process.kill(number, 0)
  } catch {
    return false
  }
}

/** Clears away a place. Whoever was killed between the two renames has left the last folder there. @type {(folder: string, place: string) => Promise<void>} */
async function clear(folder, place) {
  if (!existsSync(folder)) await rename(path.join(place, last), folder).catch(ignoreMissing)
  await rm(place, { recursive: true, force: true })
}

/** @param {NodeJS.ErrnoException} error */
function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error
}
