import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Log } from '../runtime/log.ts'
import { createFileMailer } from './file-mailer.ts'
import type { Email } from '../../mail/mailer.ts'

const link = 'https://www.example.org/?token=abc'
const message: Email = { kind: 'confirmation', to: 'ruth@example.com', link, code: '012345' }
const from = { name: 'Second Mile', address: 'hello@example.org' }

let root: string
let folder: string
let time: number
let logged: Parameters<Log>[]
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kept-'))
  folder = path.join(root, 'mail')
  time = Date.parse('2031-03-04T05:06:07.089Z')
  logged = []
})
afterEach(() => rm(root, { recursive: true }))

const mailer = (maxKept = 200) =>
  createFileMailer({ folder, from, now: () => new Date(time), log: (...entry) => void logged.push(entry), maxKept })

test('an e-mail becomes a file for its owner alone, named on the console without anything private', async () => {
  expect(await mailer().send(message)).toBe('sent')
  const [file = ''] = await readdir(folder)
  expect(file).toMatch(/^2031-03-04T05-06-07-089Z-confirmation-[0-9a-f]{6}\.eml$/)
  expect(logged).toEqual([['email-kept', { file }]])
  expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const email = await PostalMime.parse(await readFile(path.join(folder, file)))
  expect(email).toMatchObject({ from, to: [{ address: 'ruth@example.com' }], date: '2031-03-04T05:06:07.000Z' })
  expect(email.text).toContain('012345')
  expect(email.text).toContain(link)
})

test('the oldest e-mails are removed beyond the bound, and nothing that is no e-mail', async () => {
  const keeping = mailer(3)
  for (let count = 0; count < 5; count += 1) {
    time += 1000
    await keeping.send(message)
  }
  await writeFile(path.join(folder, 'a-note.txt'), '')
  time += 1000
  await keeping.send(message)
  const kept = logged.slice(-3).map(([, fields]) => fields?.file)
  expect((await readdir(folder)).toSorted()).toEqual([...kept, 'a-note.txt'])
})

test('an e-mail that cannot be kept is logged without its recipient', async () => {
  await writeFile(folder, '')
  expect(await mailer().send(message)).toBe('failed')
  const reason = expect.stringMatching(/^(EEXIST|ENOTDIR)$/)
  expect(logged).toEqual([['email-failed', { kind: 'confirmation', reason }]])
})

test('nor is one kept whose recipient is not one address', async () => {
  expect(await mailer().send({ ...message, to: '../../etc/passwd\n@example.com' })).toBe('failed')
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})
