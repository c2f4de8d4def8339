import * as v from 'valibot'

/** What the page after the form is told by its entry in the tab's history: no details, so that it may outlive a reload. */
const sentSchema = v.object({ userId: v.string(), sent: v.picklist(['saved', 'delivered']) })

export type Sent = v.InferOutput<typeof sentSchema>

/** What is known of the sending to the one who sent it; a stranger is told nothing. */
export function sentFrom(locationState: unknown, userId: string): Sent['sent'] | 'unknown' {
  const state = v.safeParse(sentSchema, locationState)
  return state.success && state.output.userId === userId ? state.output.sent : 'unknown'
}
