import type { Result } from '../../domain/result.ts'
import { type Refusal, refusals } from './refusal.ts'
import type { Action, Preferences } from './rest-request.ts'

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit'],
} as const

type Choice = keyof typeof choices

const known = new Set(Object.entries(choices).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)))
const limit = /^max-affected=(\d{1,9})$/
// PostgREST knows these too. Who asks for a rollback relies on it.
const unsupported = /^(tx)=rollback$|^(timezone)=/

/** Which of them concern an action, in PostgREST's order. */
const concerning: Record<Action | 'call', (Choice | 'max-affected')[]> = {
  read: ['count', 'handling'],
  insert: ['resolution', 'missing', 'return', 'count', 'handling', 'max-affected'],
  update: ['missing', 'return', 'count', 'handling', 'max-affected'],
  delete: ['return', 'count', 'handling', 'max-affected'],
  call: ['count', 'handling'],
}

/**
 * `Prefer` (RFC 7240) as in PostgREST (PostgREST/postgrest src/PostgREST/ApiRequest/Preferences.hs): of the same
 * preference the first one counts, and unknown ones are ignored, unless `handling=strict` is among them. Other than there,
 * `max-affected` holds without `handling=strict` too.
 */
export function parsePrefer(prefer: string | null, action: Action | 'call'): Result<Preferences, Refusal> {
  const given = (prefer ?? '').split(',').flatMap((each) => each.trim() || [])
  const refused = given.map((each) => unsupported.exec(each)).find((match) => match !== null)
  if (refused) return { fault: refusals.notImplemented(`The preference '${refused[1] ?? refused[2]}' is not supported`) }
  const unknown = given.filter((each) => !known.has(each) && !limit.test(each))
  if (given.includes('handling=strict') && unknown.length > 0) return { fault: refusals.invalidPreferences(unknown) }

  const valid = given.filter((each) => !unknown.includes(each))
  const find = (name: string) => valid.find((each) => each.startsWith(`${name}=`))
  const choose = <Name extends Choice>(name: Name): (typeof choices)[Name][number] | undefined => {
    const chosen = find(name)
    return choices[name].find((value) => chosen === `${name}=${value}`)
  }
  const affected = limit.exec(find('max-affected') ?? '')?.[1]
  return {
    ok: {
      returns: action === 'read' ? 'representation' : (choose('return') ?? 'minimal'),
      count: choose('count'),
      resolution: choose('resolution'),
      missing: choose('missing'),
      maxAffected: affected === undefined ? undefined : Number(affected),
      applied: concerning[action].flatMap((name) => find(name) ?? []),
    },
  }
}
