import type { GatewayProcess } from './gateway-process.ts'

/** One line of the results. */
export interface Line {
  what: string
  /** The figure with its unit. */
  measured: string
  goal: string
  /** Skipped where the machine lacks what it takes; `measured` then says what. A baseline is what others are held against. */
  outcome: 'met' | 'missed' | 'skipped' | 'baseline'
}

/** Measures one thing on a gateway that others have been measured on before. */
export type Measurement = (gateway: GatewayProcess) => Promise<Line[]>

export const outcomeOf = (isMet: boolean): Line['outcome'] => (isMet ? 'met' : 'missed')
