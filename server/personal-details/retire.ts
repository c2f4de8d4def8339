import { findAmong } from '../../deliveries/personal-details.ts'
import { unopenedKeys } from '../../deliveries/registered-keys.ts'
import { asOwner } from './as-owner.ts'
import { readKeyFile, writeKeyFile } from './key-file.ts'
import { lockKeyTable, readRegisteredKeys } from './key-table.ts'
import type { KeyPlaces } from './rotate.ts'

/** One key of the database, and what hangs on it. */
export interface KeyStanding {
  fingerprint: string
  /** `YYYY-MM-DD`. */
  created: string
  state: 'encrypts' | 'opens' | 'retired' | 'lost'
  enrollments: number
  /** Whether its private half is in the file and right. */
  here: boolean
}

/** Every key, oldest first. Counts enrollments, which takes a moment where there are many. */
export const readKeyStandings = ({ url, file }: KeyPlaces): Promise<KeyStanding[]> =>
  asOwner(url, async (client) => {
    const registered = await readRegisteredKeys(client)
    const keys = (await readKeyFile(file)) ?? []
    const unopened = await unopenedKeys(registered, async (id) => findAmong(keys, id))
    const here = new Set(keys.map((key) => key.getFingerprint()))
    for (const { fingerprint } of unopened) here.delete(fingerprint)
    const { rows } = await client.query<Omit<KeyStanding, 'here'>>(
      `select fingerprint, to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as created,
         case when lost_at is not null then 'lost' when retired_at is not null then 'retired'
           when row_number() over (partition by lost_at is null and retired_at is null order by id desc) = 1 then 'encrypts'
           else 'opens' end as state,
         (select count(*)::integer from public.enrollments where personal_details_key = keys.id) as enrollments
       from private.personal_details_keys keys order by id`,
    )
    return rows.map((row) => ({ ...row, here: here.has(row.fingerprint) }))
  })

/** Retires older keys that no enrollment needs any more, and takes the private halves of retired keys out of the file. Returns their fingerprints. */
export async function pruneKeys({ url, file }: KeyPlaces): Promise<string[]> {
  await asOwner(url, async (client) => {
    await lockKeyTable(client)
    // Waits for clients who are saving with an older key at this moment.
    await client.query(`set local lock_timeout = '10s'`)
    await client.query('lock table public.enrollments in share row exclusive mode')
    await client.query(
      `update private.personal_details_keys older set retired_at = clock_timestamp()
       where retired_at is null and lost_at is null
         and exists (
           select from private.personal_details_keys newer
           where newer.id > older.id and newer.retired_at is null and newer.lost_at is null
         )
         and not exists (select from public.enrollments where personal_details_key = older.id)`,
    )
  })
  // Only once it is certain that the keys are retired.
  return asOwner(url, async (client) => {
    await lockKeyTable(client)
    const { rows } = await client.query<{ fingerprint: string }>(
      'select fingerprint from private.personal_details_keys where retired_at is not null',
    )
    const retired = new Set(rows.map(({ fingerprint }) => fingerprint))
    const keys = (await readKeyFile(file)) ?? []
    const kept = keys.filter((key) => !retired.has(key.getFingerprint()))
    if (kept.length === 0 || kept.length === keys.length) return []
    await writeKeyFile(file, kept)
    return keys.filter((key) => !kept.includes(key)).map((key) => key.getFingerprint())
  })
}

/** Notes that the private half of a key is lost: the start asks for it no more, and what it encrypted stays closed. */
export const giveUpKey = ({ url }: KeyPlaces, fingerprint: string): Promise<void> =>
  asOwner(url, async (client) => {
    await lockKeyTable(client)
    await client.query('update private.personal_details_keys set lost_at = clock_timestamp() where fingerprint = $1', [
      fingerprint,
    ])
  })
