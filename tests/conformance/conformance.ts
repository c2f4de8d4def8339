import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts'
import { type Comparison, compare, isSame } from './compare.ts'
import { decided } from './decided.ts'
import { startOurs } from './gateway.ts'
import { buildOriginal, release, startOriginal } from './original.ts'
import { connected } from './rows.ts'
import type { AuthService, Manner, Services } from './service.ts'
import { runSubject, subjects } from './suite.ts'
import { conformancePage } from './table.ts'

// Runs the suite against the gateway and against the original, and writes docs/conformance.md.

const root = path.resolve(import.meta.dirname, '../..')
const [given] = process.argv.slice(2)
const built = path.join(root, `node_modules/.cache/supabase-auth-${release.version}`)
const program = given ? path.resolve(given, 'auth') : await buildOriginal(built).catch(refuse)

function refuse(error: Error): never {
  console.error(error.message)
  process.exit(1)
}

const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'))
// If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
await chmod(folder, 0o711)
const postgres = await startEmbeddedPostgres(folder)
const started: AuthService[] = []

async function newDatabase(): Promise<string> {
  const name = `auth_${randomBytes(6).toString('hex')}`
  const admin = connected(postgres.url)
  await admin.query(`create database ${name}`)
  await admin.end()
  return Object.assign(new URL(postgres.url), { pathname: name }).href
}

async function both(start: (manner: Manner, databaseUrl: string) => Promise<AuthService>): Promise<Services> {
  const proving = await start('proving', await newDatabase())
  started.push(proving)
  const trusting = await start('trusting', await newDatabase())
  started.push(trusting)
  return { proving, trusting }
}

let stopped: Promise<void> | undefined
/** Once, however often it is asked for: npm passes a signal on that the terminal has sent too. */
const stopAll = () => (stopped ??= stopEach())

async function stopEach(): Promise<void> {
  await Promise.all(started.map((service) => service.stop()))
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stopAll().finally(() => process.exit(1)))

try {
  const ours = await both(startOurs)
  const theirs = await both((manner, url) => startOriginal(program, manner, url))
  const comparisons: Comparison[] = []
  for (const subject of subjects) {
    const found = compare(subject.subject, await runSubject(subject, ours), await runSubject(subject, theirs), decided)
    comparisons.push(...found)
    console.log(`${subject.subject}: ${found.length} scenarios, ${found.filter((each) => !isSame(each)).length} different`)
  }
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const versions = { gateway: version, original: release.version, date: new Date().toISOString().slice(0, 10) }
  await writeFile(path.join(root, 'docs/conformance.md'), conformancePage(comparisons, versions))
  const unused = decided.filter(({ reason }) => !comparisons.some(({ reasons }) => reasons.includes(reason)))
  for (const { reason } of unused) console.log(`Reason ${reason} of what differs explains nothing any more.`)
  const isAsDecided = unused.length === 0 && comparisons.every(isSame)
  console.log(`docs/conformance.md has the table.${isAsDecided ? '' : ' What differs without a reason has to be mended or decided.'}`)
  process.exitCode = isAsDecided ? 0 : 1
} finally {
  await stopAll()
}
