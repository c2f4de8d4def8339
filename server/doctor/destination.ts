import { deliversToStandIn } from '../env.ts'
import type { Check, Installation } from './check.ts'
import { probeDestination } from './probe-destination.ts'

/** Whether forms have somewhere to go, without sending one. */
export async function checkDestination({ environment }: Installation): Promise<Check> {
  const { delivery, site } = environment
  const name = 'Destination'
  if (delivery.mode === 'off') {
    const detail = 'none is configured here, so deliveries wait (on Supabase the function has its own settings)'
    return { name, result: site.supabase ? 'warning' : 'fault', detail }
  }
  if (deliversToStandIn(environment)) {
    return { name, result: 'warning', detail: 'the stand-in of this machine: nothing reaches DisputeFox' }
  }
  const { host } = new URL(delivery.url)
  const answer = await probeDestination(delivery.url)
  const where = `${delivery.mode} at ${host}`
  if (answer !== 'reachable') return { name, result: 'fault', detail: `${where} cannot be reached: ${answer}` }
  return { name, result: 'ok', detail: `${where} is reachable, at most ${60_000 / delivery.intervalMs} a minute` }
}
