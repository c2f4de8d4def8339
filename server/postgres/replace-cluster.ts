import { rename, rm } from 'node:fs/promises'
import { exists } from '../runtime/exists.ts'

// A cluster is replaced in two steps, since no file system exchanges two folders everywhere. Whatever interrupts them, the next
// start finds either the old cluster in its place or the new one ready, and finishes.

/** Where a whole cluster waits for its place. */
const readyFor = (folder: string) => `${folder}.upgraded`

/** Puts a whole cluster, whose server is stopped, into the place of the one in `folder`, which is kept as `kept`. */
export async function replaceCluster(whole: string, folder: string, kept: string): Promise<void> {
  await rename(whole, readyFor(folder))
  await rename(folder, kept)
  await finishReplacing(folder)
}

/** Finishes what was interrupted after the old cluster had left its place. */
export async function finishReplacing(folder: string): Promise<void> {
  if (!(await exists(folder)) && (await exists(readyFor(folder)))) await rename(readyFor(folder), folder)
}

/** Forgets a cluster that was ready while the old one was still in its place. */
export const forgetReady = (folder: string): Promise<void> => rm(readyFor(folder), { recursive: true, force: true })
