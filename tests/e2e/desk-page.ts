import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { backendAddress } from '../../app/backend/address.ts'
import { deskPath } from '../../app/desk-path.ts'
import type { DeliveryState } from '../../domain/delivery-states.ts'
import { validRow } from '../helpers/enrollments.ts'
import { password } from './auth-card.ts'
import { createGuardedAccount } from './authenticator.ts'
import { expect } from './fixtures.ts'

/** The desk, from the base URL. */
export const deskAddress = `.${deskPath}`

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Makes an account one of the staff, as `make-staff` does. */
export async function makeStaff(database: Client, email: string, role: 'staff' | 'lead' = 'staff'): Promise<void> {
  const { rowCount } = await database.query(
    'insert into private.staff (user_id, role) select id, $2 from auth.users where email = $1',
    [email, role],
  )
  expect(rowCount).toBe(1)
}

export async function removeStaff(database: Client, email: string): Promise<void> {
  await database.query('delete from private.staff where user_id = (select id from auth.users where email = $1)', [email])
}

/** Has the browser start where one of the staff has just proved who they are with both factors. */
export async function startAsStaff(
  page: Page, { email, database, dataFolder }: { email: string; database: Client; dataFolder: string }, role: 'staff' | 'lead' = 'staff',
): Promise<void> {
  const codeAt = await createGuardedAccount(page.request, email, dataFolder)
  await makeStaff(database, email, role)
  await startWithBothFactors(page, email, codeAt('now'))
}

/** The same for an account that is there, with a code of its authenticator app. */
export async function startWithBothFactors(page: Page, email: string, code: string): Promise<void> {
  const post = async (path: string, token: string | undefined, data: object) => {
    const headers = token ? { Authorization: `Bearer ${token}` } : {}
    const response = await page.request.post(`auth/v1/${path}`, { headers, data })
    expect(response.status(), path).toBe(200)
    return { url: response.url(), body: await response.json() }
  }
  const first = await post('token?grant_type=password', undefined, { email, password })
  const factor = first.body.user.factors.find(({ status }: { status: string }) => status === 'verified')
  const token: string = first.body.access_token
  const challenge = await post(`factors/${factor.id}/challenge`, token, {})
  const { body } = await post(`factors/${factor.id}/verify`, token, { challenge_id: challenge.body.id, code })
  await keepSession(page, first.url.replace(/auth\/v1\/.*/, ''), JSON.stringify(body))
}

/** Keeps a session where the site does. Not every driver can set storage: nothing of the site runs at that address. */
async function keepSession(page: Page, siteRoot: string, session: string): Promise<void> {
  const { origin, pathname } = new URL(siteRoot)
  const { sessionKey } = backendAddress({ BASE_URL: pathname }, origin)
  await page.goto(`${siteRoot}favicon.svg`, { waitUntil: 'load' })
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), { name: sessionKey, value: session })
}

export async function openDesk(page: Page, query = ''): Promise<void> {
  await page.goto(deskAddress + query)
}

interface Waiting {
  firstName: string
  lastName?: string
  state?: DeliveryState
  reason?: string | null
}

/** A form that waits for a person, before all others that do. Returns its id. */
export async function addWaiting(database: Client, { firstName, lastName = 'Waiting', state = 'needs_review', reason = 'error-message' }: Waiting): Promise<string> {
  const id = randomUUID()
  const { user_id: _, ...row } = validRow('', { firstName, lastName, email: `${id}@example.com` })
  const columns = { id, ...row }
  const names = Object.keys(columns)
  await database.query('begin')
  await database.query(
    `insert into public.enrollments (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  )
  await database.query(
    `update public.deliveries set state = $2, reason = $3, updated_at = now() - interval '40 days' where enrollment_id = $1`,
    [id, state, reason],
  )
  await database.query('commit')
  return id
}

/** A name that no other test uses, in letters. */
export const uniqueName = (): string => `Zoe${randomUUID().replaceAll(/[^a-f]/g, '')}`

/** What waits, by whom it is about. */
export const waitingRow = (page: Page, name: string) => page.getByRole('article', { name })
