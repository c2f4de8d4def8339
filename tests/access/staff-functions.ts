import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase } from 'pg'
import type { TestRest } from '../helpers/rest.ts'

/** For whom a function of the staff is, by docs/desk-functions.md. */
export interface StaffFunction {
  name: string
  /** `both`: for leads alone with some of its arguments. */
  who: 'staff' | 'lead' | 'both' | 'machine'
}

const words: [string, StaffFunction['who']][] = [['**at the machine only**', 'machine'], ['**Lead**', 'lead'], ['**Lead ', 'both']]

/** The functions that the contract has, by name. */
export async function readContract(): Promise<StaffFunction[]> {
  const page = await readFile(path.resolve(import.meta.dirname, '../../docs/desk-functions.md'), 'utf8')
  const cells = [...page.matchAll(/^\| (`staff_.*?) \| /gm)].map(([, cell = '']) => cell)
  return cells
    .flatMap((cell) =>
      [...cell.matchAll(/`(staff_\w+)/g)].map(([, name = '']): StaffFunction => ({
        name,
        who: words.find(([word]) => cell.includes(word))?.[1] ?? 'staff',
      })),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Calls a function of the schema `public` by the REST interface, with nothing but nulls, and returns the whole answer. */
export async function answerOf(rest: TestRest, client: ClientBase, name: string, token?: string) {
  const { rows } = await client.query<{ names: string[] | null }>(
    `select proargnames[1:pronargs] as names from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
    [name],
  )
  const nulls = Object.fromEntries((rows[0]?.names ?? []).map((each) => [each, null]))
  const response = await rest.request(`/rpc/${name}`, { method: 'POST', body: JSON.stringify(nulls), ...(token !== undefined && { token }) })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}
