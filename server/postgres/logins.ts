import { createHash, createHmac, scrypt } from 'node:crypto'
import { Client } from 'pg'
import { errorCode } from '../../domain/error-facts.ts'
import type { Log } from '../runtime/log.ts'
import { ensureLoginRole } from './login-roles.ts'

/** Who connects: the gateway and its operator's commands, or the staff's commands. */
export type Purpose = 'gateway' | 'staff'

/** How to connect for a purpose. */
export interface Login {
  url: string
  /** What each connection becomes first: the role that has the rights. Undefined where no migration has created it yet. */
  role: string | undefined
}

/** For each purpose the role to which the migrations grant its rights, and the roles of tokens that it acts as. */
const purposes: Record<Purpose, { role: string; tokens: string[] }> = {
  gateway: { role: 'site_gateway', tokens: ['anon', 'authenticated', 'service_role'] },
  staff: { role: 'site_staff', tokens: ['service_role'] },
}

// Any number that nothing else in the database locks.
const loginsLock = 7_204_110_028
const connectionTimeoutMs = 10_000
const maxNameBytes = 63

/**
 * The logins of the gateway and of the staff's commands (docs/decisions/0012), created or corrected by the owner of the
 * database. Where the owner may not, or the logins are not let in, it is the owner's own login, which gives up its rights by
 * becoming the role; `doctor` says so.
 */
export async function prepareLogins(ownerUrl: string, log: Log): Promise<Record<Purpose, Login>> {
  const secret = await secretOf(ownerUrl)
  const prepare = async (purpose: Purpose): Promise<Login> => {
    if (!secret) return sharedLogin(ownerUrl, purpose)
    return createLogin(ownerUrl, purpose, secret).catch((error: unknown) => {
      if (!isRefused(error)) throw error
      log('database-login-refused', { purpose, code: errorCode(error) })
      return sharedLogin(ownerUrl, purpose)
    })
  }
  return { gateway: await prepare('gateway'), staff: await prepare('staff') }
}

/** Another's login, whose connections become the role of the purpose. */
export const sharedLogin = (url: string, purpose: Purpose): Login => ({ url, role: purposes[purpose].role })

async function createLogin(ownerUrl: string, purpose: Purpose, secret: Buffer): Promise<Login> {
  const { role, tokens } = purposes[purpose]
  const url = await withClient(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [loginsLock])
    const { name } = await describe(client, role)
    const password = passwordFor(secret, name)
    await ensureLoginRole(client, { name, password, roles: [role, ...tokens] })
    await client.query('commit')
    return asLogin(ownerUrl, name, password)
  })
  // The server's pg_hba.conf may not know it.
  await withClient(url, async () => undefined)
  return { url, role }
}

/** How a command connects where `url` is all that it has: the owner's login, or already one of the two. */
export async function findLogin(url: string, purpose: Purpose): Promise<Login> {
  const { role } = purposes[purpose]
  const { login, name, roles } = await withClient(url, (client) => describe(client, role))
  const given = { url, role: roles.includes(role) ? role : undefined }
  if (login === name || !roles.includes(name)) return given
  const secret = await secretOf(url)
  if (!secret) return given
  const own = { url: asLogin(url, name, passwordFor(secret, name)), role }
  return withClient(own.url, async () => own).catch((error: unknown) => {
    if (isRefused(error)) return given
    throw error
  })
}

/** The client's own login, the name of the login of this role in its database, and which of the two exist. */
async function describe(client: Client, role: string): Promise<{ login: string; name: string; roles: string[] }> {
  const { rows } = await client.query<{ login: string; database: string }>(
    'select session_user as login, current_database() as database',
  )
  const { login = '', database = '' } = rows[0] ?? {}
  const plain = `${role}_of_${database}`
  // Roles belong to the whole server, on which several databases of this project may be.
  const name = Buffer.byteLength(plain) <= maxNameBytes ? plain : `${role}_of_${sha256(database).slice(0, 32)}`
  const { rows: found } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any ($1)', [
    [role, name],
  ])
  return { login, name, roles: found.map(({ rolname }) => rolname) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * What the passwords are made of: the owner's own, so that all gateways and commands agree without storing more secrets.
 * Slow to compute, so that who has one of the passwords cannot try many for the owner's. Undefined without a password.
 */
function secretOf(ownerUrl: string): Promise<Buffer | undefined> {
  const url = new URL(ownerUrl)
  const password = url.searchParams.get('password') || decodeURIComponent(url.password)
  if (!password) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    scrypt(password, `logins by ${url.username}`, 32, (error, secret) => (error ? reject(error) : resolve(secret)))
  })
}

const passwordFor = (secret: Buffer, name: string) => createHmac('sha256', secret).update(name).digest('base64url')

function asLogin(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl)
  for (const parameter of ['user', 'password']) url.searchParams.delete(parameter)
  return Object.assign(url, { username: encodeURIComponent(name), password }).href
}

/** A login that may not do it, or is not let in (SQLSTATE class 28, authorization). */
const isRefused = (error: unknown) => errorCode(error) === '42501' || Boolean(errorCode(error)?.startsWith('28'))

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: 'gateway-logins',
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  // A broken connection fails the running statement. Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
