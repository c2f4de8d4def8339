import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { deliveryStates } from '../../domain/delivery-states.ts'
import { type Figures, storedNames } from './figures.ts'
import type { Watcher } from './watcher.ts'

export interface Metrics extends Watcher {
  contentType: string
  /** Everything in Prometheus' text format. Without a backend there are no figures. */
  text(figures: Figures | undefined): Promise<string>
}

// Methods that somebody makes up are one.
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
const seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts in this process since its start. No label holds what a visitor chose, so their number is bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `gateway_${name}`, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `gateway_${name}`, help, labelNames, registers })

  const requests = counter('requests_total', 'Answered requests', ['interface', 'route', 'method', 'status'])
  const durations = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'How long the gateway took to answer',
    labelNames: ['interface'],
    buckets: seconds,
    registers,
  })
  const signIns = counter('sign_ins_total', 'Attempts to sign in', ['method', 'result'])
  const limits = counter('limits_hit_total', 'Requests refused by a limit', ['interface', 'route'])
  const attempts = counter('delivery_attempts_total', 'Attempts at deliveries, by the state that they led to', ['state'])
  const connections = gauge('database_connections', 'Connections to the database', ['state'])
  const connectionsWaiting = gauge('database_connections_waiting', 'Statements that wait for a connection')
  const isUp = gauge('database_up', 'Whether the database answers')
  const storedGauges = {
    waiting: gauge('deliveries_waiting', 'Deliveries that are waiting or being sent'),
    oldestWaitingSeconds: gauge('deliveries_oldest_waiting_seconds', 'How long the oldest of them has been waiting'),
    needsReview: gauge('deliveries_needing_review', 'Deliveries that need a person'),
    revealed: gauge('personal_details_revealed', 'Enrollments whose personal details the staff has been shown, in all'),
    backupAgeSeconds: gauge('backup_age_seconds', 'How old the last backup is'),
    paymentsInReview: gauge('payments_needing_review', 'Payments that wait for a person'),
    paidNotOnboarded: gauge('payments_not_onboarded', 'Payments whose form has not come for a day'),
  }
  for (const state of deliveryStates) attempts.inc({ state }, 0)

  function show({ connections: { inUse, idle, waiting }, stored }: Figures): void {
    connections.set({ state: 'in_use' }, inUse)
    connections.set({ state: 'idle' }, idle)
    connectionsWaiting.set(waiting)
    isUp.set(stored ? 1 : 0)
    for (const name of storedNames) {
      const figure = stored?.[name] ?? null
      // What is not known is left out, rather than told as it was.
      if (figure === null) storedGauges[name].remove()
      else storedGauges[name].set(figure)
    }
  }

  return {
    contentType: registry.contentType,
    answered({ interface: answering, route, method, status, ms, signIn }) {
      requests.inc({ interface: answering, route, method: methods.has(method) ? method : 'other', status })
      durations.observe({ interface: answering }, ms / 1000)
      if (status === 429) limits.inc({ interface: answering, route })
      if (signIn) signIns.inc(signIn)
    },
    attempted: (state) => attempts.inc({ state: state ?? 'superseded' }),
    text(figures) {
      if (figures) show(figures)
      return registry.metrics()
    },
  }
}
