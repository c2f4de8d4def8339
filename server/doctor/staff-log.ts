import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { errorCode, errorName } from '../../domain/error-facts.ts'
import { type LogEnd, logEndSchema } from '../../domain/staff/log.ts'
import { replaceSecret } from '../runtime/secret-file.ts'
import { asService } from '../enrollments/command.ts'
import type { Check, OpenInstallation } from './check.ts'
import { examineStaffLog } from '../enrollments/staff-log-chain.ts'

/** The end that `doctor` saw last of each database's log, by the database's address. */
const seenEnds = v.pipe(v.string(), v.parseJson(), v.record(v.string(), logEndSchema))

/**
 * Whether the staff's log is as it was written (R-STAFF-LOG). Its end is kept in the data folder, outside of the database,
 * so that the next `doctor` notices if the last entries are gone, or all were written anew.
 */
export async function checkStaffLog(context: OpenInstallation): Promise<Check> {
  const name = 'Staff log'
  const file = path.join(context.environment.dataFolder, 'staff-log-seen.json')
  const address = addressOf(context)
  const seen = await readSeen(file)
  const examined = await asService(context, (client) => examineStaffLog(client, seen?.[address]))
  if ('fault' in examined) return { name, result: 'fault', detail: examined.fault }
  const detail = described(examined.ok)
  if (!seen) return { name, result: 'warning', detail: `${detail}; ${file} cannot be read, so nothing is compared` }
  return replaceSecret(file, `${JSON.stringify({ ...seen, [address]: examined.ok }, undefined, 2)}\n`).then(
    () => ({ name, result: 'ok', detail }),
    (error: unknown) => ({
      name,
      result: 'warning',
      detail: `${detail}; it cannot be kept in ${file} (${errorCode(error) ?? errorName(error)})`,
    }),
  )
}

const described = ({ entries, hash }: LogEnd) =>
  entries ? `unbroken, ${entries} entries, the last is ${hash.slice(0, 16)}` : 'without entries'

/** The embedded database has another port after each start. */
function addressOf({ environment: { databaseUrl } }: OpenInstallation): string {
  if (!databaseUrl) return 'embedded'
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

const absent = new Set<string | undefined>(['ENOENT', 'ENOTDIR'])

/** Undefined if the file cannot be read. */
async function readSeen(file: string): Promise<v.InferOutput<typeof seenEnds> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => (absent.has(errorCode(error)) ? '{}' : ''))
  const parsed = v.safeParse(seenEnds, text)
  return parsed.success ? parsed.output : undefined
}
