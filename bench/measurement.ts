import type { GatewayProcess } from './gateway-process.ts'

/** One line of the results. */
export interface Line {
  what: string
  /** The figure with its unit. */
  measured: string
  goal: string
  /** Skipped if the machine lacks a program; `measured` then names it. A baseline is what other lines are compared with. */
  outcome: 'met' | 'missed' | 'skipped' | 'baseline'
}

/** One measurement. The gateway is shared: earlier measurements have used it. */
export type Measurement = (gateway: GatewayProcess) => Promise<Line[]>

export const outcomeOf = (isMet: boolean): Line['outcome'] => (isMet ? 'met' : 'missed')
