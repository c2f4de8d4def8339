import type { ClientBase } from 'pg'
import { validRow } from '../helpers/enrollments.ts'
import type { TestRest } from '../helpers/rest.ts'
import type { Caller } from './callers.ts'
import type { Try } from './tries.ts'

// By the REST interface every table is read and every function called, and enrollments are added, changed and deleted.

interface Door {
  isFor(each: Try): boolean
  /** How many rows are to be shown, added, changed or deleted, or whether a function answers, by the outcome in SQL. */
  expected(outcome: string): number
  request(each: Try, session: Session): Promise<Response>
}

interface Session {
  rest: TestRest
  client: ClientBase
  caller: Caller
  token: string
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { prefer: 'return=representation' },
})

/** The id of a sample: the caller's own enrollment, or somebody's. */
async function idOf(client: ClientBase, person = ''): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`select id from samples where person = $1 and kind = 'own'`, [person])
  return rows[0]?.id ?? '00000000-0000-4000-8000-000000000000'
}

async function nullsFor(client: ClientBase, name: string): Promise<object> {
  const { rows } = await client.query<{ names: string[] | null }>(
    `select proargnames[1:pronargs] as names from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
    [name],
  )
  return Object.fromEntries((rows[0]?.names ?? []).map((each) => [each, null]))
}

const doors: Door[] = [
  {
    isFor: ({ section, what }) => section.startsWith('public.') && what === 'read',
    expected: (outcome) => Number(outcome) || 0,
    request: ({ about, column }, { rest, token }) => rest.request(`/${about.replace('public.', '')}?select=${column}`, { token }),
  },
  {
    isFor: ({ section }) => section === 'Functions',
    // Others are codes of errors.
    expected: (outcome) => (/^[01]$/.test(outcome) ? 1 : 0),
    request: async ({ about }, { rest, client, token }) => {
      const name = about.replace(/^public\.|\(.*/g, '')
      return rest.request(`/rpc/${name}`, { method: 'POST', body: JSON.stringify(await nullsFor(client, name)), token })
    },
  },
  {
    isFor: ({ what }) => what === 'adds an own row',
    expected: (outcome) => (outcome.startsWith('stored') ? 1 : 0),
    request: (_, { rest, caller, token }) =>
      rest.request('/enrollments?select=id', { ...json('POST', { ...validRow(''), user_id: caller.claims?.sub ?? null }), token }),
  },
  {
    isFor: ({ what }) => what === 'changes an own row, whose date follows',
    expected: (outcome) => (outcome === 'changed' ? 1 : 0),
    request: async (_, { rest, client, caller, token }) =>
      rest.request(`/enrollments?select=id&id=eq.${await idOf(client, caller.person)}`, { ...json('PATCH', { city: 'Joliet' }), token }),
  },
  {
    isFor: ({ section, what }) => section === 'public.enrollments' && what === 'delete',
    expected: (outcome) => (/^[1-9]/.test(outcome) ? 1 : 0),
    request: async (_, { rest, client, token }) =>
      rest.request(`/enrollments?select=id&id=eq.${await idOf(client, 'somebody')}`, { method: 'DELETE', headers: { prefer: 'return=representation' }, token }),
  },
]

/** What this caller sees and does by the REST interface, and what follows from the outcomes in SQL. */
export async function compareDoors(session: Session, tries: Try[], outcomes: string[]): Promise<{ by: string[]; expected: string[] }> {
  const [by, expected]: [string[], string[]] = [[], []]
  for (const door of doors) {
    for (const [place, each] of tries.entries()) {
      if (!door.isFor(each)) continue
      const name = `${each.about} ${each.what} ${each.column ?? ''}`
      by.push(`${name}: ${await rowsOf(await door.request(each, session))}`)
      expected.push(`${name}: ${door.expected(outcomes[place] ?? '')}`)
    }
  }
  return { by, expected }
}

/** 0 for a refusal, 1 for a function's answer. */
async function rowsOf(response: Response): Promise<number> {
  if (!response.ok) return 0
  const body: unknown = response.status === 204 ? null : await response.json()
  return Array.isArray(body) ? body.length : 1
}
