import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseIdentity } from './binaries.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const isRoot = process.getuid?.() === 0
let folder: string
let cluster: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rights-'))
  await chmod(folder, 0o711)
  cluster = path.join(folder, 'postgres')
  await (await startEmbeddedPostgres(folder)).stop()
})
afterEach(async () => {
  await chmod(folder, 0o711)
  await chmod(cluster, 0o700)
  await rm(folder, { recursive: true, force: true })
})

/** Whether the folder serves again once it is as the sentence says. */
async function serves(): Promise<boolean> {
  await (await startEmbeddedPostgres(folder)).stop()
  return true
}

test.each(['755', '777', '500'])('a cluster with the rights %s is refused with the command that corrects them', async (mode) => {
  await chmod(cluster, Number.parseInt(mode, 8))
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    `${cluster} has the rights ${mode}, and PostgreSQL wants its folder to itself. Close it to others with: chmod 700 ${cluster}`,
  )
  await chmod(cluster, 0o700)
  expect(await serves()).toBe(true)
})

test.runIf(isRoot)('a cluster of another user is refused with the command that gives it back', async () => {
  const { uid = 0, gid = 0 } = await databaseIdentity()
  await chown(cluster, 0, 0)
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    `${cluster} belongs to the user 0, but PostgreSQL runs as the user ${uid}. Give it back with: chown -R ${uid} ${cluster}`,
  )
  await chown(cluster, uid, gid)
  expect(await serves()).toBe(true)
})

test.runIf(isRoot)('a data folder that PostgreSQL may not enter is refused with the command that lets it pass', async () => {
  await chmod(folder, 0o700)
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/may not enter \S+\. .* chmod o\+x \S+$/)
})

test('a database whose password file is gone is refused with a sentence, and gets no new one', async () => {
  const file = path.join(folder, 'postgres-password')
  await rm(file)
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(`${file} is missing, which opens the database beside it.`)
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(`${file} is missing`)
})
