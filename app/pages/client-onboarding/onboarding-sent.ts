import * as v from 'valibot'

/** What the form leaves for the confirmation page in the history entry. No details, since it outlives a reload. */
const sentSchema = v.object({ userId: v.string(), sent: v.picklist(['saved', 'delivered']) })

export type Sent = v.InferOutput<typeof sentSchema>

/** What happened to the submission, for the account that sent it; `unknown` for any other. */
export function sentFrom(locationState: unknown, userId: string): Sent['sent'] | 'unknown' {
  const state = v.safeParse(sentSchema, locationState)
  return state.success && state.output.userId === userId ? state.output.sent : 'unknown'
}
