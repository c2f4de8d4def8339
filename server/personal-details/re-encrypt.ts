import type { Client } from 'pg'
import { findAmong, openText } from '../../deliveries/personal-details.ts'
import type { Progress } from '../terminal/show-progress.ts'
import { asOwner } from './as-owner.ts'
import { readKeyFile } from './key-file.ts'
import type { KeyPlaces } from './rotate.ts'

/** So few that a client who saves one of these rows at the same moment hardly waits. */
const batchRows = 100

export interface ReEncrypted {
  changed: number
  /** The ids of enrollments that no key here opens. They stay as they are. */
  unreadable: string[]
}

/**
 * Encrypts whatever older keys have encrypted with the newest one. Each batch is a transaction of its own, so it can be
 * interrupted and repeated, and run beside gateways. Deliveries do not notice.
 */
export async function reEncrypt({ url, file }: KeyPlaces, progress: Progress = () => undefined): Promise<ReEncrypted> {
  const keys = (await readKeyFile(file)) ?? []
  const open = (ciphertext: string) => openText(ciphertext, async (keyId) => findAmong(keys, keyId))
  const done: ReEncrypted = { changed: 0, unreadable: [] }
  const of = await asOwner(url, countOlder)
  for (let after: string | undefined = noId; after; ) {
    progress('Encrypting anew', done.changed + done.unreadable.length, { of })
    const batch: Batch = await asOwner(url, (client) => changeBatch(client, after ?? noId, open))
    done.changed += batch.changed
    done.unreadable.push(...batch.unreadable)
    after = batch.last
  }
  return done
}

interface Batch extends ReEncrypted {
  /** The last id of a full batch. */
  last: string | undefined
}

const noId = '00000000-0000-0000-0000-000000000000'

const newestKey = `(
  select id, public_key from private.personal_details_keys
  where retired_at is null and lost_at is null order by id desc limit 1
) newest`

async function countOlder(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from public.enrollments, ${newestKey} where personal_details_key <> newest.id`,
  )
  return rows[0]?.count ?? 0
}

async function changeBatch(
  client: Client,
  after: string,
  open: (ciphertext: string) => Promise<string | undefined>,
): Promise<Batch> {
  const { rows } = await client.query<{ id: string; ciphertext: string }>(
    `select enrollments.id, encode(personal_details, 'base64') as ciphertext
     from public.enrollments, ${newestKey}
     where personal_details_key <> newest.id and enrollments.id > $1
     order by enrollments.id limit $2 for update of enrollments`,
    [after, batchRows],
  )
  const contents = await Promise.all(rows.map(({ ciphertext }) => open(ciphertext)))
  const opened = rows.flatMap(({ id }, index) => (contents[index] === undefined ? [] : [{ id, content: contents[index] }]))
  // Names neither of the two columns, so that the details do not count as given again.
  await client.query(
    `update public.enrollments
     set personal_details = private.encrypt(content, newest.public_key), personal_details_key = newest.id
     from unnest($1::uuid[], $2::text[]) as opened(enrollment, content), ${newestKey}
     where enrollments.id = opened.enrollment`,
    [opened.map(({ id }) => id), opened.map(({ content }) => content)],
  )
  return {
    changed: opened.length,
    unreadable: rows.flatMap(({ id }, index) => (contents[index] === undefined ? [id] : [])),
    last: rows.length === batchRows ? rows.at(-1)?.id : undefined,
  }
}
