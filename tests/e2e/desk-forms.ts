import { randomBytes, randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Client } from 'pg'
import type { OnboardingValues } from '../../domain/enrollment.ts'
import type { DeliveryState } from '../../domain/delivery-states.ts'
import { validRow } from '../helpers/enrollments.ts'
import { password } from './auth-card.ts'
import { expect } from './fixtures.ts'

interface Wanted {
  values?: Partial<OnboardingValues>
  /** The account that it belongs to. */
  account?: string | null
  state?: DeliveryState
  reason?: string | null
}

/** A form with its delivery as it is wanted. Returns its id. */
export async function addForm(database: Client, { values = {}, account = null, state = 'needs_review', reason = null }: Wanted): Promise<string> {
  const id = randomUUID()
  const columns = { id, ...validRow('', { email: `${id}@example.com`, ...values }), user_id: account }
  const names = Object.keys(columns)
  await database.query('begin')
  await database.query(
    `insert into public.enrollments (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  )
  await database.query('update public.deliveries set state = $2, reason = $3, updated_at = now() where enrollment_id = $1', [id, state, reason])
  await database.query('commit')
  return id
}

export async function stateOf(database: Client, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ state: string }>('select state from deliveries where enrollment_id = $1', [id])
  return rows[0]?.state
}

/** What the log has of a form, the oldest first. */
export async function entriesOf(database: Client, id: string): Promise<unknown[]> {
  const { rows } = await database.query('select staff, action, note from staff_log where enrollment_id = $1 order by id', [id])
  return rows
}

/** Makes an account, as signing up does, and returns its id. */
export async function addAccount(request: APIRequestContext, database: Client, email: string): Promise<string> {
  const response = await request.post('auth/v1/signup', { data: { email, password } })
  expect(response.ok()).toBe(true)
  const { rows } = await database.query<{ id: string }>(
    'update auth.users set email_confirmed_at = now() where email = $1 returning id',
    [email],
  )
  return rows[0]?.id ?? ''
}

/** Records that the client has agreed to these documents. */
export async function agree(database: Client, id: string, documents: string[]): Promise<void> {
  const texts = documents.map((document) => `${document}@2031-01-01=${randomBytes(32).toString('hex')}`).join(', ')
  await database.query(`insert into public.consents (action, texts, enrollment_id) values ('given', $2, $1)`, [id, texts])
}

/** A payment that waits for a person. Returns its reference. */
export async function addUnclearPayment(database: Client, email: string): Promise<string> {
  const reference = `pi_${randomUUID()}`
  const event = {
    id: `stripe:evt_${randomUUID()}`, happened_at: new Date().toISOString(), kind: 'paid', payment_reference: reference, amount_cents: 1_00,
    currency: 'usd', payer_email: email, plan_name: null, is_add_on: false, doubt: 'unknown-plan',
  }
  await database.query('select record_payment_event($1)', [event])
  return reference
}

/** Everything that this browser keeps of the page: storage, address, state of the history. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, history.state, document.title, document.cookie, await caches.keys(), await indexedDB.databases()]),
  )

/** Whether anything of it is wider than the window. */
export const isTooWide = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
