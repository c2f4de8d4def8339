import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupName, keepNewest, unshipped } from './folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const make = (name: string) => writeFile(path.join(folder, name), '')

test('the newest are kept, encrypted or not, and nothing else is touched', async () => {
  const names = [0, 1, 2, 3].map((days) => backupName(daysAgo(days), days % 2 ? { recipients: [] } : undefined))
  expect(names[1]).toBe('backup-2026-03-09T12-00-00Z.tar.gz.age')
  const others = ['notes.txt', 'backup-2025.tar.gz', 'before-the-upgrade.tar.gz']
  await Promise.all([...names, ...others].map(make))
  expect(await keepNewest(folder, 2, now)).toEqual(names.slice(2).toReversed())
  expect(await readdir(folder)).toEqual([...names.slice(0, 2), ...others].toSorted())
  expect(await keepNewest(folder, 2, now)).toEqual([])
})

test('attempts that were not shipped push out no earlier backup', async () => {
  const earlier = [1, 2].map((days) => backupName(daysAgo(days), undefined))
  const attempts = [0, 0.1, 0.2].map((days) => unshipped(backupName(daysAgo(days), undefined)))
  await Promise.all([...earlier, ...attempts].map(make))
  expect(await keepNewest(folder, 3, now)).toEqual(attempts.slice(1).toReversed())
  expect(await readdir(folder)).toEqual([...earlier, ...attempts.slice(0, 1)].toSorted())
})

test('what a killed process has left is removed after a day, and not while it may be being written', async () => {
  const [old, fresh] = [daysAgo(2), daysAgo(0)].map((day) => `${backupName(day, undefined)}.${crypto.randomUUID()}.unfinished`)
  await Promise.all([old, fresh].map((name) => make(name ?? '')))
  await utimes(path.join(folder, old ?? ''), daysAgo(2), daysAgo(2))
  await utimes(path.join(folder, fresh ?? ''), now, now)
  await keepNewest(folder, 1, now)
  expect(await readdir(folder)).toEqual([fresh])
})
