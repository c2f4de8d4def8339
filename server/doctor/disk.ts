import { freeBytes, roomFor } from '../postgres/disk-space.ts'
import type { Check, Installation } from './check.ts'

/** Of the embedded database; the disk of another one cannot be seen from here. */
export async function checkDisk({ environment: { databaseUrl, site, dataFolder } }: Installation): Promise<Check[]> {
  if (databaseUrl || site.supabase) return []
  const name = 'Disk'
  const free = await freeBytes(dataFolder).catch(() => undefined)
  if (free === undefined) return [{ name, result: 'fault', detail: `${dataFolder} cannot be asked` }]
  const detail = `${Math.floor(free / 1024 ** 2)} MB are free for ${dataFolder}`
  const room = roomFor(free)
  if (room === 'enough') return [{ name, result: 'ok', detail }]
  return [{ name, result: 'fault', detail: `${detail}: ${room === 'low' ? 'clients save nothing' : 'nothing is written'}` }]
}
