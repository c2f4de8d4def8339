/** Fields hold identifiers, codes and counts, never what a person typed. */
export type LogFields = Record<string, string | number | boolean | undefined>

/** Logs one event. The name is in kebab-case and says what happened. */
export type Log = (event: string, fields?: LogFields) => void

/** How much is logged of requests, the least first. Other events are always logged. */
export const logLevels = ['error', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** One JSON object a line on standard output, as log collectors expect. */
export const logToConsole: Log = (event, fields = {}) => {
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...fields }))
}
