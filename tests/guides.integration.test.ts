import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parseEnvironment } from '../server/env.ts'
import { missingSettings } from '../server/production.ts'
import { copyForAnotherOrganization } from './another-organization.mjs'
import { type Command, startCommand } from './helpers/command.ts'
import { type GuideStep, shows, stepsOf } from './helpers/guide.ts'
import { ask } from './helpers/lived-in.ts'
import { freePort } from './helpers/ports.ts'

// What the guides say is done here as they say it, in an organisation's own copy of the project, as far as no other machine and no
// account with somebody else is needed.

const guides = path.resolve(import.meta.dirname, '../docs/guides')
const pages = (await readdir(guides)).filter((name) => name.endsWith('.md'))
const steps = new Map(await Promise.all(pages.map(async (page) => [page, await stepsOf(path.join(guides, page))] as const)))

/** The settings that a page has its reader write. */
const settingsIn = (page: string) =>
  (steps.get(page) ?? []).flatMap(({ command }) => [...command.matchAll(/^cat > \.env <<'END'\n([^]*?)^END$/gm)].map(([, text = '']) => parseEnv(text)))

test.each(['one-machine.md', 'container.md'])('%s: the settings are all that production asks for', (page) => {
  const [variables] = settingsIn(page)
  const parsed = parseEnvironment(variables ?? {})
  expect('fault' in parsed ? parsed.fault : missingSettings(parsed.ok)).toEqual([])
})

test('every link between the pages leads somewhere', async () => {
  const broken = await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(path.join(guides, page), 'utf8')
      const targets = [...text.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]*))?\)/g)]
      const found = await Promise.all(
        targets.map(async ([link, file, heading]) => {
          const other = await readFile(path.join(guides, file || page), 'utf8').catch(() => undefined)
          const anchors = (other ?? '').split('\n').filter((line) => line.startsWith('#')).map(anchorOf)
          return other === undefined || (heading && !anchors.includes(heading)) ? [`${page} ${link}`] : []
        }),
      )
      return found.flat()
    }),
  )
  expect(broken.flat()).toEqual([])
})

/** As GitHub makes them. */
const anchorOf = (line: string) => line.replace(/^#+ /, '').toLowerCase().replaceAll(/[^\w -]/g, '').replaceAll(' ', '-')

describe('as the guides say', () => {
  let folder: string
  let installation: string
  let port: number
  let variables: Record<string, string>
  let gateway: Command | undefined

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'guides-'))
    // Run as root, PostgreSQL is another user, who has to pass through this folder.
    await chmod(folder, 0o711)
    installation = path.join(folder, 'second-mile')
    await copyForAnotherOrganization(installation)
    port = await freePort()
    // Where this machine differs from the reader's; everything else is what the guide has them write.
    variables = { PORT: String(port), DATA_DIR: path.join(folder, 'data') }
  }, 120_000)

  afterAll(async () => {
    gateway?.child.kill('SIGTERM')
    await gateway?.ended
    await rm(folder, { recursive: true, force: true })
  })

  /** What the step prints; throws what it prints if it fails. */
  async function take({ language, command }: GuideStep): Promise<string> {
    if (language === 'sql') return ask(inject('postgresUrl'), command).then(() => '')
    const child = spawn('sh', ['-ec', command.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)], {
      cwd: installation,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'close')
    if (child.exitCode !== 0) throw new Error(`${command}\n${output}`)
    return output
  }

  /** The settings that the steps have written. */
  const written = async () => Object.fromEntries(Object.entries(parseEnv(await readFile(path.join(installation, '.env'), 'utf8'))).map(([name, value = '']) => [name, value]))

  /** As the service starts it. */
  async function startGateway(): Promise<void> {
    const unit = await readFile(path.join(installation, 'deploy/second-mile.service'), 'utf8')
    const [, script = ''] = /^ExecStart=\S+ --env-file=\.env (\S+)$/m.exec(unit) ?? []
    gateway = startCommand({ ...(await written()), ...variables }, script, installation)
    await gateway.printed(/^Data /m)
  }

  test.each(['one-machine.md', 'each-week.md', 'container.md'])('%s', { timeout: 900_000 }, async (page) => {
    const taken = steps.get(page) ?? []
    expect(taken).not.toEqual([])
    for (const step of taken) {
      if (step.needsGateway && !gateway) await startGateway()
      const output = await take(step)
      expect(shows(output, step.shown), `${step.command}\nprints\n${output}\ninstead of\n${step.shown.join('\n')}`).toBe(true)
    }
  })

  test('own-postgresql.md: the database that it makes is enough for a gateway', { timeout: 900_000 }, async () => {
    const [database, ...others] = steps.get('own-postgresql.md') ?? []
    const name = `guide_${crypto.randomUUID().slice(0, 8)}`
    const renamed = (text: string) => text.replaceAll('second_mile', name).replaceAll('clients', name)
    for (const statement of renamed(database?.command ?? '').split(';').filter((each) => each.trim())) await ask(inject('postgresUrl'), statement)
    // The roles of a cluster without any other of our databases would be made, and so owned, by the first gateway.
    await ask(inject('postgresUrl'), `grant anon, authenticated, service_role, site_gateway, site_staff to ${name} with admin option`)
    const url = Object.assign(new URL(inject('postgresUrl')), { pathname: name, username: name, password: 'a-long-password' }).href
    const own = { PORT: String(await freePort()), DATA_DIR: path.join(folder, 'second'), DATABASE_URL: url }
    const second = startCommand({ ...(await written()), ...own }, 'server/main.ts', installation)
    await second.printed(/^Data /m)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    for (const step of others) await take(step)
    await ask(inject('postgresUrl'), `drop database ${name} with (force)`)
    await ask(inject('postgresUrl'), `drop role if exists site_gateway_of_${name}, site_staff_of_${name}, ${name}`)
  })
})
