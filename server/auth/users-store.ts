import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Database, Statement } from '../postgres/database.ts'

export type Metadata = Record<string, unknown>

/** The columns of `auth.identities` that the contract shows. */
export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

/** A second factor, as far as the contract shows it. Its secret stays in its table. */
export interface FactorRow {
  id: string
  friendly_name: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  last_challenged_at: Date | null
}

/** The columns of `auth.users` that this service reads, with the person's identities and second factors. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  phone: string | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  /** The new address, while it is not confirmed; else empty. */
  email_change: string
  email_change_sent_at: Date | null
  /** 1 as soon as one of the two addresses has agreed to the change. */
  email_change_confirm_status: number
  reauthentication_sent_at: Date | null
  confirmed_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  /** PostgreSQL's `infinity` arrives as a number. */
  banned_until: Date | number | null
  /** Only administrators ever see somebody who is deleted. */
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  is_anonymous: boolean
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** A `UserRow` as it arrives, with the moments inside its lists still in words; `readUser` turns them into dates. */
export type UserRecord = Omit<UserRow, 'identities' | 'factors'> & {
  identities: WithTexts<IdentityRow>[]
  factors: WithTexts<FactorRow>[]
}

type WithTexts<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}

/** What a statement selects from `auth.users` to read a `UserRecord`, so that one round trip brings all of it. */
export const userColumns = `
  users.id, users.aud, users.role, users.email, users.encrypted_password, users.email_confirmed_at, users.invited_at,
  users.phone, users.confirmation_sent_at, users.confirmed_at, users.recovery_sent_at,
  coalesce(users.email_change, '') as email_change, users.email_change_sent_at, users.email_change_confirm_status,
  users.reauthentication_sent_at, users.last_sign_in_at,
  coalesce(users.raw_app_meta_data, '{}') as raw_app_meta_data,
  coalesce(users.raw_user_meta_data, '{}') as raw_user_meta_data,
  users.banned_until, users.deleted_at, users.created_at, users.updated_at, users.is_anonymous,
  (select coalesce(json_agg(identity order by identity.created_at, identity.id), '[]') from (
     select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
     from auth.identities where user_id = users.id
   ) as identity) as identities,
  (select coalesce(json_agg(factor order by factor.created_at, factor.id), '[]') from (
     select id, coalesce(friendly_name, '') as friendly_name, factor_type, status, created_at, updated_at,
            last_challenged_at
     from auth.mfa_factors where user_id = users.id
   ) as factor) as factors`

export interface NewUser {
  /** A UUID; any if it is left out. */
  id?: string
  email: string
  /** Empty for somebody who has none yet. */
  passwordHash: string
  /** What the person's own program wants kept; it never replaces what the service knows itself. */
  metadata: Metadata
}

/** What a new account says of its person: what came with the request, and above it what the service knows itself. */
export function accountFacts(id: string, email: string, metadata: Metadata): Metadata {
  return { ...metadata, sub: id, email, email_verified: false, phone_verified: false }
}

/**
 * Creates an account with its e-mail identity, its address not confirmed; undefined if the address has an account,
 * even one made at this moment.
 */
export async function insertUser(
  client: PoolClient,
  { id = randomUUID(), email, passwordHash, metadata }: NewUser,
  now: Date,
): Promise<UserRow | undefined> {
  const identity = accountFacts(id, email, metadata)
  // Supabase Auth reads the empty token columns as text, so they hold '' and never null.
  const { rowCount } = await client.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, is_super_admin,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
       confirmation_token, recovery_token, email_change_token_new, email_change
     ) values (
       '00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, false,
       $4, $5, $6, $6,
       '', '', '', ''
     )
     on conflict (email) where is_sso_user = false do nothing`,
    [id, email, passwordHash, { provider: 'email', providers: ['email'] }, identity, now],
  )
  if (rowCount === 0) return undefined
  await client.query(
    `insert into auth.identities (
       id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
     ) values ($1, $2, $3, $4, 'email', $5, $5, $5)`,
    [randomUUID(), id, id, identity, now],
  )
  return findUserById(client, id)
}

export function findUserByEmail(client: PoolClient, email: string): Promise<UserRow | undefined> {
  return findUser(client, userByEmail(email))
}

/** The same, outside of any transaction. */
export async function lookUpUserByEmail(database: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await database.query<UserRecord>(userByEmail(email))
  return row && readUser(row)
}

const userByEmail = (email: string) => selectUser('find-user-by-email', 'email = $1 and is_sso_user = false', email)

/** Somebody, locked until the transaction ends, so that two requests at once see each other's letters. */
export function lockUserByEmail(client: PoolClient, email: string): Promise<UserRow | undefined> {
  const condition = 'email = $1 and is_sso_user = false for update of users'
  return findUser(client, selectUser('lock-user-by-email', condition, email))
}

export function findUserById(client: PoolClient, id: string): Promise<UserRow | undefined> {
  return findUser(client, selectUser('find-user-by-id', 'id = $1', id))
}

export async function recordSignIn(client: PoolClient, id: string, now: Date): Promise<void> {
  await client.query({
    name: 'record-sign-in',
    text: 'update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1',
    values: [id, now],
  })
}

/** A record with its moments as dates. */
export function readUser({ identities, factors, ...user }: UserRecord): UserRow {
  return {
    ...user,
    identities: identities.map((identity) => ({
      ...identity,
      last_sign_in_at: date(identity.last_sign_in_at),
      created_at: new Date(identity.created_at),
      updated_at: new Date(identity.updated_at),
    })),
    factors: factors.map((factor) => ({
      ...factor,
      last_challenged_at: date(factor.last_challenged_at),
      created_at: new Date(factor.created_at),
      updated_at: new Date(factor.updated_at),
    })),
  }
}

const date = (text: string | null) => (text === null ? null : new Date(text))

function selectUser(name: string, condition: string, value: string): Statement {
  return {
    name,
    text: `select ${userColumns} from auth.users as users where users.deleted_at is null and ${condition}`,
    values: [value],
  }
}

async function findUser(client: PoolClient, statement: Statement): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRecord>(statement)
  return rows[0] && readUser(rows[0])
}
