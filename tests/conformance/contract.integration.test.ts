import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../helpers/postgres.ts'
import { startOurs } from './gateway.ts'
import type { Services } from './service.ts'
import { runSubject, subjects } from './suite.ts'

let databases: TestDatabase[]
let services: Services

beforeAll(async () => {
  const [proving, trusting] = await Promise.all([createTestDatabase(), createTestDatabase()])
  databases = [proving, trusting]
  services = {
    proving: await startOurs('proving', proving.url, inject('keysFile')),
    trusting: await startOurs('trusting', trusting.url, inject('keysFile')),
  }
})

afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.stop()))
  await Promise.all(databases.map((database) => database.drop()))
})

/** The answers of the gateway, one file a subject: a change of the contract shows there, line by line. */
test.each(subjects)('$subject: answered as it was', async (subject) => {
  const found = await runSubject(subject, services)
  const text = Object.entries(found).map(([name, findings]) => `# ${name}\n${findings.join('\n')}\n`)
  await expect(text.join('\n')).toMatchFileSnapshot(`answers/${subject.subject.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.txt`)
})
