import type { PoolClient } from 'pg'
import type { Database, Statement } from '../../postgres/database.ts'

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

/** The columns of `auth.mfa_factors` that the contract shows, without the secret. */
export interface FactorRow {
  id: string
  friendly_name: string
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  last_challenged_at: Date | null
}

/** The columns of `auth.users` that this service reads, with the user's identities and second factors. */
export interface UserRow {
  id: string
  aud: string
  role: string
  /** Empty for an anonymous account. */
  email: string
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  phone: string | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  /** The new address while it is unconfirmed, otherwise empty. */
  email_change: string
  email_change_sent_at: Date | null
  /** 1 once one of the two addresses has confirmed the change. */
  email_change_confirm_status: number
  reauthentication_sent_at: Date | null
  confirmed_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  /** PostgreSQL's `infinity` arrives as a number. */
  banned_until: Date | number | null
  /** Only administrators see deleted users. */
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  is_anonymous: boolean
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** A `UserRow` before parsing: the dates in its JSON lists are strings. */
export type UserRecord = Omit<UserRow, 'identities' | 'factors'> & {
  identities: WithTexts<IdentityRow>[]
  factors: WithTexts<FactorRow>[]
}

type WithTexts<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}

/** The metadata with a new address, where it holds one: that of accounts that an administrator created does not. */
export const metadataWithEmail = (email: string) => `case when raw_user_meta_data ? 'email'
  then raw_user_meta_data || jsonb_build_object('email', ${email}) else coalesce(raw_user_meta_data, '{}') end`

/** The columns of a `UserRecord`, lists included, so that one round trip fetches everything. */
export const userColumns = `
  users.id, users.aud, users.role, coalesce(users.email, '') as email, users.encrypted_password, users.email_confirmed_at, users.invited_at,
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

export function findUserByEmail(client: PoolClient, email: string): Promise<UserRow | undefined> {
  return findUser(client, userByEmail(email))
}

/** The same, outside of any transaction. */
export async function lookUpUserByEmail(database: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await database.query<UserRecord>(userByEmail(email))
  return row && readUser(row)
}

const userByEmail = (email: string) => selectUser('find-user-by-email', 'email = $1 and is_sso_user = false', email)

/** A user, locked until the transaction ends, so that concurrent requests see each other's e-mails. */
export function lockUserByEmail(client: PoolClient, email: string): Promise<UserRow | undefined> {
  const condition = 'email = $1 and is_sso_user = false for update of users'
  return findUser(client, selectUser('lock-user-by-email', condition, email))
}

export function findUserById(client: PoolClient, id: string): Promise<UserRow | undefined> {
  return findUser(client, selectUser('find-user-by-id', 'id = $1', id))
}

/**
 * Records a sign-in; false if the account has been deleted or banned, or has another password, since it was read: checking
 * a password takes a while.
 */
export async function recordSignIn(
  client: PoolClient,
  { id, encrypted_password: passwordHash }: Pick<UserRow, 'id' | 'encrypted_password'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'record-sign-in',
    text: `update auth.users set last_sign_in_at = $2, updated_at = $2
      where id = $1 and deleted_at is null and (banned_until is null or banned_until <= $2)
        and encrypted_password is not distinct from $3`,
    values: [id, now, passwordHash],
  })
  return rowCount === 1
}

/** Parses the dates of a record. */
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
