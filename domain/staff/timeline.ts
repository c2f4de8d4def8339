import * as v from 'valibot'
import { staffAction } from './actions.ts'
import { code, maybe, moment, text, whole } from './parts.ts'
import { paymentEvent } from './payments.ts'

const outcomes = ['accepted', 'rejected', 'retry', 'ambiguous', 'held', 'lost'] as const

/** What happened to a form. Null outcome of an attempt: it is under way. */
export const timelineEntrySchema = v.variant('kind', [
  v.object({ at: moment, kind: v.literal('saved') }),
  v.object({ at: moment, kind: v.literal('changed') }),
  v.object({
    at: moment,
    kind: v.literal('attempt'),
    number: whole,
    version: whole,
    outcome: maybe(v.picklist(outcomes)),
    reason: maybe(code),
    finished_at: maybe(moment),
    late: v.boolean(),
  }),
  v.object({ at: moment, kind: v.literal('staff'), name: text, action: staffAction, note: maybe(text) }),
  v.object({ at: moment, kind: v.literal('payment'), ...paymentEvent }),
  v.object({ at: moment, kind: v.literal('consent'), action: v.picklist(['given', 'withdrawn']), documents: v.array(text) }),
  v.object({ at: moment, kind: v.literal('note'), author: text, text }),
])
export type TimelineEntry = v.InferOutput<typeof timelineEntrySchema>
