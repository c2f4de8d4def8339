import type { DeliveryState } from '../../domain/delivery-states.ts'
import { type Log, type LogLevel, logLevels } from '../runtime/log.ts'

/** One answered request, without anything personal: no address, no query, no sender. */
export interface Answered {
  /** Which part of the gateway answered. */
  interface: 'auth' | 'rest' | 'functions' | 'health' | 'site'
  method: string
  /** The template of the route, such as `/auth/v1/factors/:factorId`. */
  route: string
  status: number
  ms: number
  /** What the answer calls the request, in X-Request-Id. */
  id?: string | undefined
  /** How somebody tried to sign in, and `ok` or the code of the fault. */
  signIn?: { method: string; result: string } | undefined
}

/** Hears what the gateway does. */
export interface Watcher {
  answered: (request: Answered) => void
  /** An attempt at a delivery has left it in this state; null if another lease or a person had decided before. */
  attempted: (state: DeliveryState | null) => void
}

/** Logs requests up to a level: errors of our own, then what the interfaces answer, then files and health checks. */
export function logRequests(log: Log, level: LogLevel): Watcher {
  const most = logLevels.indexOf(level)
  return {
    answered(request) {
      if (logLevels.indexOf(levelOf(request)) > most) return
      const { id, method, route, status, ms } = request
      log('request', { id, method, route, status, ms: Math.round(ms * 10) / 10 })
    },
    attempted: () => undefined,
  }
}

function levelOf({ status, interface: answering }: Answered): LogLevel {
  if (status >= 500) return 'error'
  return answering === 'site' || answering === 'health' ? 'debug' : 'info'
}

/** One that passes everything on to all of them. */
export const joinWatchers = (watchers: Watcher[]): Watcher => ({
  answered: (request) => watchers.forEach((each) => each.answered(request)),
  attempted: (state) => watchers.forEach((each) => each.attempted(state)),
})
