import { statfs } from 'node:fs/promises'
import type { Log } from '../runtime/log.ts'

/**
 * How much room the database's disk has. PostgreSQL stops altogether when its write-ahead log finds none, so writing ends
 * before: at `low` clients save no more rows, at `none` nothing is written any more but limits and refreshed sessions.
 */
export type Room = 'enough' | 'low' | 'none'

const megabyte = 1024 * 1024

/** Free bytes below which there is that much room. The log grows in files of 16 MB. */
const lowBytes = 256 * megabyte
const noneBytes = 64 * megabyte

const intervalMs = 1_000

/** Free bytes for PostgreSQL, which is never root. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function roomFor(free: number): Room {
  if (free < noneBytes) return 'none'
  return free < lowBytes ? 'low' : 'enough'
}

export interface DiskSpace {
  room: () => Room
  close: () => void
}

/** Looks at the disk every second, and logs when there is less room than before, or more. */
export async function watchDiskSpace(folder: string, log: Log): Promise<DiskSpace> {
  let room: Room = 'enough'
  async function look(): Promise<void> {
    const free = await freeBytes(folder)
    const next = roomFor(free)
    if (next !== room) log('disk-space-changed', { room: next, freeMegabytes: Math.floor(free / megabyte) })
    room = next
  }
  await look()
  // A folder that cannot be asked any more is an outage that the database itself reports.
  const timer = setInterval(() => void look().catch(() => undefined), intervalMs).unref()
  return { room: () => room, close: () => clearInterval(timer) }
}
