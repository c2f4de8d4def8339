import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupFault } from '../runtime/startup-fault.ts'
import { backupName } from './folder.ts'
import { requireFiles } from './named-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'named-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const at = (name: string) => path.join(folder, name)
const older = backupName(new Date('2026-03-01T12:00:00Z'), undefined)
const newer = backupName(new Date('2026-03-02T12:00:00Z'), { recipients: [] })
const make = (...names: string[]) => Promise.all(names.map((name) => writeFile(at(name), '')))

test('files that are there are no fault, whatever their names', async () => {
  await make('of-may', 'identity.txt', 'keys.age')
  await expect(requireFiles({ backup: at('of-may'), identity: at('identity.txt'), keys: at('keys.age') })).resolves.toBeUndefined()
  await expect(requireFiles({ backup: undefined })).resolves.toBeUndefined()
})

test('each that is missing is named at once, with the newest backup that is there instead', async () => {
  await make(older, newer, 'zz')
  const named = requireFiles({ backup: at('backup'), identity: at('identity.txt'), keys: at('keys.age') })
  await expect(named).rejects.toThrow(
    new StartupFault(`${at('backup')} is missing. The newest backup there is ${at(newer)}\n${at('identity.txt')} is missing.\n${at('keys.age')} is missing.`),
  )
})

test('a folder is no file', async () => {
  await expect(requireFiles({ backup: folder, identity: folder })).rejects.toThrow(
    new StartupFault(`${folder} is a folder: name a file. No backup is in ${folder}.\n${folder} is a folder: name a file.`),
  )
  await make(older)
  await expect(requireFiles({ backup: folder })).rejects.toThrow(`The newest backup there is ${at(older)}`)
})

test('nor is there one in a folder that is missing, or in a file', async () => {
  await make('file')
  for (const place of [at('nowhere/backup'), at('file/backup')]) {
    await expect(requireFiles({ backup: place })).rejects.toThrow(`${place} is missing. No backup is in ${path.dirname(place)}.`)
  }
})
