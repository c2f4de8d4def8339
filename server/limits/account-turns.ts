import { createTurns } from '../runtime/turns.ts'

/**
 * Turns of one account: a few requests are answered at once and the next ones wait, so that many at once take no more of the
 * database from others. Browsers send six requests at once over HTTP/1.1; the database has ten connections for everybody.
 */
export const accountTurns = () => createTurns({ maxConcurrent: 6, maxWaiting: 100 })

export type AccountTurns = ReturnType<typeof accountTurns>
