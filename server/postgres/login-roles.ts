import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'

/** A role that signs in and inherits no rights: it may only become one of `roles`. */
export interface LoginRole {
  name: string
  password: string
  roles: readonly string[]
}

/** Creates the role, or sets its password and memberships. The client's own role needs CREATEROLE, and ADMIN on `roles`. */
export async function ensureLoginRole(client: Client, { name, password, roles }: LoginRole): Promise<void> {
  const role = escapeIdentifier(name)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const verb = rowCount ? 'alter' : 'create'
  await client.query(`${verb} role ${role} login noinherit password ${escapeLiteral(await scramVerifier(password))}`)
  if (roles.length) await client.query(`grant ${roles.map(escapeIdentifier).join(', ')} to ${role}`)
}

const iterations = 4096
const keyBytes = 32

/**
 * What PostgreSQL stores of a password (RFC 5803), so that the password itself is in no statement and no log. It has to be
 * ASCII, which RFC 4013 leaves as it is.
 */
async function scramVerifier(password: string): Promise<string> {
  const salt = randomBytes(16)
  const salted = await promisify(pbkdf2)(password, salt, iterations, keyBytes, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}
