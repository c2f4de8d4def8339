/** Fields hold identifiers, codes and counts, never what a person typed. */
export type LogFields = Record<string, string | number | boolean | undefined>

/** Logs one event. The name is in kebab-case and says what happened. */
export type Log = (event: string, fields?: LogFields) => void

/** One JSON object a line on standard output, as log collectors expect. */
export const logToConsole: Log = (event, fields = {}) => {
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...fields }))
}
