import type { Log, LogLevel } from '../runtime/log.ts'
import type { StaticSite } from '../static/static-site.ts'
import type { Metrics } from './metrics.ts'
import { watchSite } from './watch-requests.ts'
import { joinWatchers, logRequests, type Watcher } from './watcher.ts'

export interface Watching {
  watcher: Watcher
  metrics: Metrics | undefined
  /** The site, whose files are watched where that is of use to somebody. */
  wrapSite: (site: StaticSite) => StaticSite
}

/** Logs requests and, where metrics can be read, counts them. */
export async function startWatching(
  { metricsPort, logLevel }: { metricsPort: number | undefined; logLevel: LogLevel },
  log: Log,
): Promise<Watching> {
  const logging = logRequests(log, logLevel)
  // Loaded only where it is used.
  const metrics = metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics()
  const watcher = metrics ? joinWatchers([logging, metrics]) : logging
  const logsFiles = logLevel === 'debug'
  return { watcher, metrics, wrapSite: (site) => (metrics || logsFiles ? watchSite(site, watcher, logsFiles) : site) }
}
