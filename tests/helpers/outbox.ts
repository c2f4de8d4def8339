import type { DeliveryDependencies } from '../../deliveries/dependencies.ts'
import { wait } from '../../deliveries/wait.ts'
import { inject } from 'vitest'
import { createDetailsOpener, type OpenDetails } from '../../deliveries/personal-details.ts'
import { createSqlStore } from '../../server/deliveries/sql-store.ts'
import { openKeyring } from '../../server/personal-details/keyring.ts'
import type { Database } from '../../server/postgres/database.ts'
import type {
  AttemptReport,
  DeliveryStore,
  LeaseAnswer,
  LeaseRequest,
} from '../../deliveries/delivery-store.ts'
import type { DeliveryState } from '../../domain/delivery-states.ts'
import { openTestDatabase } from './postgres.ts'
import { sampleEnrollment } from './sample-enrollment.ts'

export interface DeliveryRow {
  state: DeliveryState
  reason: string | null
  version: number
  attempts: number
}

export interface AttemptRow {
  number: number
  version: number
  outcome: string | null
  reason: string | null
  late: boolean
}

export interface TestOutbox {
  url: string
  database: Database
  store: DeliveryStore
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Saves a completed enrollment that is due immediately, and returns its id. */
  save(columns?: Record<string, unknown>): Promise<string>
  change(id: string, columns: Record<string, unknown>): Promise<void>
  /** Date of birth and SSN digits in the clear; undefined if there are none. */
  detailsOf: (id: string) => ReturnType<OpenDetails>
  deliveryOf(id: string): Promise<DeliveryRow | undefined>
  attemptsOf(id: string): Promise<AttemptRow[]>
  /** No enrollments, no deliveries, and an immediate next lease. */
  clear(): Promise<void>
  /** Clears the rate limit and the pause, so that the next lease is immediate. */
  clearPace(): Promise<void>
  /** Lets all leases expire. */
  expireLeases(): Promise<void>
  /** Leases without a rate limit and with the web form's `repeats`, by default. */
  lease(request?: Partial<LeaseRequest>): Promise<LeaseAnswer>
  /** Leases, and fails if nothing is due. */
  leased(request?: Partial<LeaseRequest>): Promise<string>
  finish(leaseId: string, outcome: AttemptReport['outcome'], more?: Partial<AttemptReport>): Promise<DeliveryState | null>
  /** What sending from it needs: the longest backoff always, and nothing is logged, unless told otherwise. */
  dependencies(changes: Partial<DeliveryDependencies> & Pick<DeliveryDependencies, 'fetch'>): DeliveryDependencies
  close(): Promise<void>
}

/** The outbox in a database of its own. */
export async function openOutbox(): Promise<TestOutbox> {
  const database = await openTestDatabase()
  const store = createSqlStore(database)
  const openDetails = createDetailsOpener(openKeyring(inject('keysFile')))
  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    database.transaction(async (client) => (await client.query<Row>(text, values)).rows)
  const clearPace = async () =>
    void (await query('update delivery_pace set next_at = clock_timestamp(), failures = 0, paused_until = null'))
  const lease = (request: Partial<LeaseRequest> = {}) =>
    store.lease({ repeats: 'never', leaseSeconds: 30, intervalMs: 0, ...request })

  return {
    url: database.url,
    database,
    store,
    query,
    async save(columns = {}) {
      const row = { ...completed, id: crypto.randomUUID(), ...columns }
      await query('insert into enrollments select * from json_populate_record(null::enrollments, $1)', [
        { created_at: new Date(), updated_at: new Date(), ...row },
      ])
      await query('update deliveries set due_at = clock_timestamp() where enrollment_id = $1', [row.id])
      return row.id
    },
    async change(id, columns) {
      const names = Object.keys(columns)
      const assignments = names.map((name, index) => `${name} = $${index + 2}`)
      await query(`update enrollments set ${assignments.join(', ')} where id = $1`, [id, ...Object.values(columns)])
    },
    async detailsOf(id) {
      const [row] = await query<{ ciphertext: string | null }>(
        `select encode(personal_details, 'base64') as ciphertext from enrollments where id = $1`,
        [id],
      )
      return row?.ciphertext ? openDetails(row.ciphertext, id) : undefined
    },
    async deliveryOf(id) {
      const rows = await query<DeliveryRow>(
        'select state, reason, version, attempts from deliveries where enrollment_id = $1',
        [id],
      )
      return rows[0]
    },
    attemptsOf: (id) =>
      query<AttemptRow>(
        `select number, version, outcome, reason, late from delivery_attempts
         where enrollment_id = $1 order by started_at`,
        [id],
      ),
    async clear() {
      await query('truncate enrollments, deliveries, delivery_attempts, payments, payment_events cascade')
      await clearPace()
    },
    clearPace,
    async expireLeases() {
      await query(`update deliveries set leased_until = clock_timestamp() - interval '1 second' where state = 'sending'`)
    },
    lease,
    async leased(request) {
      const answer = await lease(request)
      if (!answer.lease) throw new Error(`no lease: ${JSON.stringify(answer)}`)
      return answer.lease.id
    },
    finish: (leaseId, outcome, more = {}) =>
      store.finish({ leaseId, outcome, retrySeconds: undefined, pauseSeconds: undefined, ...more }),
    dependencies: (changes) => ({ store, openDetails, now: () => new Date(), random: () => 1, wait, log: () => undefined, ...changes }),
    close: () => database.close(),
  }
}

const { id: _, ...sampleColumns } = sampleEnrollment
const completed = { ...sampleColumns, onboarding_completed: true, payment_status: 'completed', plan_price: 0 }
