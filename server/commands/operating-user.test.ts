import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatingUser } from './operating-user.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loginuid-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function userWith(loginuid: string | undefined): Promise<string> {
  const file = path.join(folder, crypto.randomUUID())
  if (loginuid !== undefined) await writeFile(file, loginuid)
  return operatingUser(file)
}

const { username, uid } = userInfo()

test.each([undefined, '4294967295', String(uid)])('where the kernel knows nobody else (%s), it is the user of the process', async (loginuid) => {
  expect(await userWith(loginuid)).toBe(username)
})

test('whoever signed in is named before the user that sudo or su made of them', async () => {
  expect(await userWith('65534')).toBe(`nobody as ${username}`)
  expect(await userWith('3999999999')).toBe(`user 3999999999 as ${username}`)
})
