import { DatabaseError } from 'pg'
import * as v from 'valibot'
import { type AnswerOf, answers, type ChangingFunction, type StaffFunction } from '../../domain/staff/answers.ts'
import type { Account } from '../../domain/staff/accounts.ts'
import type { ShownForm } from '../../domain/staff/form.ts'
import type { ParametersOf } from '../../domain/staff/parameters.ts'
import type { Claims } from '../postgres/database.ts'
import { CommandFault } from '../terminal/confirm.ts'
import type { CommandContext } from './command.ts'

type Caller = Pick<CommandContext, 'database' | 'staff'>

/** Calls one of the staff's functions (docs/desk-functions.md) in the name of whoever runs the command. It writes the log itself. */
export async function callStaff<Name extends StaffFunction>({ database, staff }: Caller, name: Name, parameters: ParametersOf<Name>): Promise<AnswerOf<Name>> {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const list = given.map(([parameter], index) => `${parameter} => $${index + 1}`)
  const claims: Claims = { role: 'site_staff', staff_name: staff.login, staff_note: staff.note ?? null }
  const answer = await database.transactionAs(claims, async (client) => {
    const values = given.map(([, value]) => value)
    const { rows } = await client.query<{ answer: unknown }>(`select public.${name}(${list.join(', ')}) as answer`, values)
    return rows[0]?.answer
  })
  return v.parse<(typeof answers)[Name]>(answers[name], answer)
}

/** Reads up to `limit` rows of a list that the staff's functions give by pages, of which one has `most` rows at most. */
export async function readPages<Row, Key>(
  limit: number,
  most: number,
  read: (page: { p_after: Key | null; p_limit: number }) => Promise<{ rows: Row[]; next: Key | null }>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let after: Key | null = null; ; ) {
    const { rows, next } = await read({ p_after: after, p_limit: Math.min(limit - all.length, most) })
    all.push(...rows)
    if (next === null || all.length >= limit) return all
    after = next
  }
}

/** The one account with this address, this id, or an id that begins so. Looking for it is recorded. */
export async function findAccount(caller: Caller, named: string): Promise<Account> {
  const { accounts: found } = await callStaff(caller, 'staff_accounts', { p_text: named })
  const wanted = named.toLowerCase()
  const exact = found.filter(({ id, email }) => id === wanted || email?.toLowerCase() === wanted)
  const begun = /^[0-9a-f-]{8,}$/.test(wanted) ? found.filter(({ id }) => id.startsWith(wanted)) : []
  const [account, ...others] = exact.length ? exact : begun
  if (!account) throw new CommandFault('There is no such account. Look for it with: npm run accounts -- find')
  if (others.length) throw new CommandFault('Several accounts are named so: use the whole id.')
  return account
}

/** Why the account of the only lead stays as it is. */
export const lastLead = 'It is the last lead: make another one first.'

type Changed<Name extends ChangingFunction> = AnswerOf<Name>
type Done<Name extends ChangingFunction> = Extract<Changed<Name>, { outcome: 'done' }>
/** A sentence for each reason for which nothing is done. */
export type Refusals<Name extends ChangingFunction> = Record<Extract<Changed<Name>, { outcome: 'refused' }>['reason'], string>

/** Has a function change something. Ends the command with a sentence where nothing was done. */
export async function changeAsStaff<Name extends ChangingFunction>(caller: Caller, name: Name, parameters: ParametersOf<Name>, refusals: Refusals<Name>): Promise<Done<Name>> {
  const answer: Changed<Name> = await callStaff(caller, name, parameters)
  if (isDone(answer)) return answer
  if (!('reason' in answer)) throw new CommandFault('It has changed at this very moment: look again.')
  const sentences = new Map(Object.entries<string>(refusals))
  throw new CommandFault(sentences.get(answer.reason) ?? answer.reason)
}

const isDone = <Answer extends { outcome: string }>(answer: Answer): answer is Extract<Answer, { outcome: 'done' }> => answer.outcome === 'done'

/** The one form whose id begins with these digits. */
export async function showForm(caller: Caller, digits: string): Promise<ShownForm> {
  const form = await oneNamed(() => callStaff(caller, 'staff_show', { p_id: digits }))
  if (!form) throw new CommandFault('There is no such enrollment.')
  return form
}

/** Says it in a sentence if several ids begin with the digits that were asked for. */
export async function oneNamed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DatabaseError && error.message === 'several begin so') throw new CommandFault('Several ids begin so: give more digits.')
    throw error
  }
}
