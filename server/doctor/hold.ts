import { asService } from '../enrollments/command.ts'
import type { Check, OpenInstallation } from './check.ts'
import { type Hold, readHold } from '../enrollments/hold.ts'

const reasons: Record<Hold['because'], string> = {
  'by-hand': 'by hand',
  restored: 'after a restore',
  moved: 'after a move to here',
  left: 'since it was left for another database',
}

/** Whether deliveries are held (R-HOLD), which somebody may have forgotten. */
export async function checkHold(context: OpenInstallation): Promise<Check> {
  const name = 'Hold'
  const hold = await asService(context, readHold)
  if (!hold) return { name, result: 'ok', detail: 'nothing is held' }
  const since = hold.since.toISOString().slice(0, 16).replace('T', ' ')
  return { name, result: 'warning', detail: `nothing is sent since ${since} UTC, ${reasons[hold.because]}: npm run enrollments -- release --all` }
}
