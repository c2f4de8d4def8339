import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../domain/error-facts.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { newestBackup } from './folder.ts'

/** The files that somebody has named, by what each is. */
export interface NamedFiles {
  backup?: string | undefined
  identity?: string | undefined
  keys?: string | undefined
}

/** Throws a StartupFault that names every one that is not there, or is a folder, and the newest backup beside it. */
export async function requireFiles(named: NamedFiles): Promise<void> {
  const faults: string[] = []
  for (const [what, file] of Object.entries(named)) if (file !== undefined) faults.push(...(await faultsOf(file, what === 'backup')))
  if (faults.length > 0) throw new StartupFault(faults.join('\n'))
}

async function faultsOf(file: string, isBackup: boolean): Promise<string[]> {
  const isFolder = await stat(file).then((found) => found.isDirectory(), unlessMissing)
  if (isFolder === false) return []
  const says = isFolder ? `${file} is a folder: name a file.` : `${file} is missing.`
  return [isBackup ? `${says} ${await newestIn(isFolder ? file : path.dirname(file))}` : says]
}

async function newestIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(unlessMissing)
  const newest = names && newestBackup(names)
  return newest ? `The newest backup there is ${path.join(folder, newest)}` : `No backup is in ${folder}.`
}

function unlessMissing(error: unknown): undefined {
  const code = errorCode(error)
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}
