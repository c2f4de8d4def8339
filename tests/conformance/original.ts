import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { escapeIdentifier } from 'pg'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { exists } from '../../server/runtime/exists.ts'
import { environmentFor } from '../../setup/environment.mjs'
import { watched } from '../helpers/command.ts'
import { startMailServer } from '../helpers/mail-server.ts'
import { freePort } from '../helpers/ports.ts'
import { connected } from './rows.ts'
import type { AuthService, Manner } from './service.ts'

/** The release that the gateway is held against, by the commit that its tag names: a module of this path has no tag v2. */
export const release = { version: 'v2.197.0', commit: '4eee58f296d9698a1c2c0ae14d7a0b379c7622d3' }

const module = 'github.com/supabase/auth'
const run = promisify(execFile)

/** The program, built on first use from its Go module, which the machine's Go fetches with its own settings. */
export async function buildOriginal(folder: string): Promise<string> {
  const program = path.join(folder, 'auth')
  if (await exists(program)) return program
  const source = path.join(folder, 'source')
  await rm(source, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // The release may want a newer Go than the machine's, which Go fetches by itself.
  const env = { ...environmentFor('go'), GOTOOLCHAIN: 'auto', CGO_ENABLED: '0' }
  const { stdout } = await run('go', ['mod', 'download', '-json', `${module}@${release.commit}`], { cwd: folder, env }).catch(failedDownload)
  await cp(folderIn(stdout), source, { recursive: true })
  await run('chmod', ['-R', 'u+w', source])
  // Modules leave out the folders of other modules: its copy of this one is not there, and the package itself is.
  await run('go', ['mod', 'edit', '-dropreplace=github.com/joho/godotenv'], { cwd: source, env })
  await run('go', ['build', '-mod=mod', '-o', program, '.'], { cwd: source, env })
  return program
}

/** Go says in JSON what went wrong. */
function failedDownload(error: unknown): never {
  const said = typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : ''
  const reason = said ? JSON.parse(said).Error : String(error)
  throw new Error(
    `The original ${release.version} could not be fetched by Go: ${reason}\n` +
      'Where this machine may not fetch it, unpack the archive of that release and name the folder: npm run conformance -- FOLDER',
  )
}

const folderIn = (json: string): string => JSON.parse(json).Dir

const startBoundMs = 60_000

/** Starts the program on a new, empty database, whose tables it makes, with the settings that the gateway has. */
export async function startOriginal(program: string, manner: Manner, databaseUrl: string): Promise<AuthService> {
  await prepareDatabase(databaseUrl)
  const [mail, port] = [await startMailServer(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const siteUrl = 'http://site.test/'
  const { key, serviceKey } = await keyAndToken()
  const env = settings({ manner, base, siteUrl, databaseUrl, port, key, mailPort: mail.port })
  const child = spawn(program, [], { cwd: path.dirname(program), env: { ...environmentFor('plain'), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [command, exited] = [watched(child), once(child, 'exit')]
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    await mail.stop()
  }
  for (const late = Date.now() + startBoundMs; !(await answers(`${base}/health`)); ) {
    if (child.exitCode !== null || Date.now() > late) {
      await stop()
      throw new Error(`The original did not start:\n${command.output()}`)
    }
    await wait(100)
  }
  return { base, siteUrl, databaseUrl, serviceKey, mail, stop }
}

const answers = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )

/** What a Supabase database has before the service makes its tables. */
async function prepareDatabase(url: string): Promise<void> {
  const database = connected(url)
  const name = escapeIdentifier(new URL(url).pathname.slice(1))
  await database.query('create schema auth')
  await database.query(`alter database ${name} set search_path = auth`)
  for (const role of ['anon', 'authenticated', 'service_role', 'supabase_admin', 'supabase_auth_admin', 'dashboard_user']) {
    await database.query(`do $$ begin create role ${role}; exception when duplicate_object then null; end $$`)
  }
  await database.end()
}

/** A signing key as a JWK, and a token of the organisation's own programs. */
async function keyAndToken(): Promise<{ key: object; serviceKey: string }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomBytes(16).toString('hex')
  const key = { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'ES256', key_ops: ['sign', 'verify'] }
  const serviceKey = await new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'ES256', kid }).setIssuedAt().setExpirationTime('1h').sign(privateKey)
  return { key, serviceKey }
}

interface Setting {
  manner: Manner
  base: string
  siteUrl: string
  databaseUrl: string
  port: number
  key: object
  mailPort: number
}

/** Its defaults are those of a fresh project, but for what it has to know, and for limits, which the suite would meet. */
const settings = ({ manner, base, siteUrl, databaseUrl, port, key, mailPort }: Setting): Record<string, string> => ({
  GOTRUE_DB_DRIVER: 'postgres',
  DATABASE_URL: databaseUrl,
  GOTRUE_API_HOST: '127.0.0.1',
  PORT: String(port),
  API_EXTERNAL_URL: base,
  GOTRUE_SITE_URL: siteUrl,
  GOTRUE_JWT_SECRET: randomBytes(32).toString('hex'),
  GOTRUE_JWT_KEYS: JSON.stringify([key]),
  GOTRUE_JWT_ISSUER: base,
  GOTRUE_JWT_AUD: 'authenticated',
  GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
  GOTRUE_JWT_ADMIN_ROLES: 'service_role',
  GOTRUE_JWT_EXP: '3600',
  GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'false',
  GOTRUE_MAILER_AUTOCONFIRM: String(manner === 'trusting'),
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'true',
  GOTRUE_MAILER_OTP_EXP: '3600',
  GOTRUE_MAILER_OTP_LENGTH: '6',
  GOTRUE_SMTP_HOST: '127.0.0.1',
  GOTRUE_SMTP_PORT: String(mailPort),
  GOTRUE_SMTP_ADMIN_EMAIL: 'hello@example.org',
  GOTRUE_SMTP_MAX_FREQUENCY: '60s',
  GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true',
  GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10',
  GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000000',
  GOTRUE_LOG_LEVEL: 'error',
})
