import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema } from '../contract/read-body.ts'
import { factorJson, userJson } from '../contract/user-json.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { allTokenTypes } from '../operations/one-time-tokens.ts'
import { deleteUser, softDeleteUser, listUsers, lockUser, type Page } from '../stores/admin-users.ts'
import { administrator, recordEvent } from '../stores/audit.ts'
import { deleteFactor } from '../stores/factors.ts'
import { removeTokens } from '../stores/one-time-tokens.ts'
import { deleteAllSessions } from '../stores/sessions.ts'
import type { UserRow } from '../stores/users.ts'
import { optionalBoolean } from './user-fields.ts'

export const deleteUserSchema = bodySchema({ should_soft_delete: optionalBoolean })

const defaultPageSize = 50
const maxPageSize = 1000

/** The page that a query asks for. */
export function readPage(query: { page?: string; per_page?: string; filter?: string }): AuthResult<Page> {
  for (const text of [query.page, query.per_page]) {
    if (text && !/^\d{1,9}$/.test(text)) return { fault: faults.pageFormat(text) }
  }
  const perPage = Number(query.per_page || defaultPageSize)
  if (perPage === 0) return { fault: faults.emptyPage }
  const page = Math.max(1, Number(query.page || 1))
  return { ok: { page, perPage: Math.min(perPage, maxPageSize), filter: query.filter ?? '' } }
}

export interface ListedUsers {
  users: ReturnType<typeof userJson>[]
  total: number
}

export async function listAccounts({ database }: AuthService, page: Page): Promise<ListedUsers> {
  const { users, total } = await database.transaction((client) => listUsers(client, page))
  return { users: users.map(userJson), total }
}

/** The `Link` header (RFC 8288) of a page. The official client needs `page` to be the first parameter. */
export function pageLinks({ page, perPage }: Page, total: number): string {
  const last = Math.ceil(total / perPage)
  const link = (number: number, relation: string) =>
    `</admin/users?page=${number}&per_page=${perPage}>; rel="${relation}"`
  return [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}

export async function findAccount({ database }: AuthService, id: string): Promise<AuthResult<UserRow>> {
  const user = await database.transaction((client) => lockUser(client, id))
  return user ? { ok: user } : { fault: faults.noSuchUser }
}

/** Deletes an account, or soft-deletes it, so that other tables can keep referring to its id. */
export async function deleteAccount(
  { database, now }: AuthService,
  id: string,
  mode: 'delete' | 'hide',
): Promise<AuthResult<object>> {
  return database.transaction(async (client): Promise<AuthResult<object>> => {
    const user = await lockUser(client, id)
    if (!user) return { fault: faults.noSuchUser }
    const traits = { user_id: id, user_email: user.email }
    await recordEvent(client, { action: 'user_deleted', actor: administrator, traits }, now())
    if (mode === 'delete') await deleteUser(client, id)
    if (mode === 'delete' || user.deleted_at) return { ok: {} }
    await softDeleteUser(client, user, now())
    await removeTokens(client, id, allTokenTypes)
    await deleteAllSessions(client, id)
    return { ok: {} }
  })
}

/** Removes and returns a second factor, for a user who has lost it. */
export async function deleteFactorOf(
  { database, now }: AuthService,
  id: string,
  factorId: string,
): Promise<AuthResult<object>> {
  return database.transaction(async (client): Promise<AuthResult<object>> => {
    const user = await lockUser(client, id)
    const factor = user?.factors.find((own) => own.id === factorId)
    if (!factor) return { fault: faults.noSuchFactor }
    const traits = { user_id: id, factor_id: factorId }
    await recordEvent(client, { action: 'factor_deleted', actor: administrator, traits }, now())
    await deleteFactor(client, factorId)
    return { ok: factorJson(factor) }
  })
}
