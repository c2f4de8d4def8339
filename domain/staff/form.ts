import * as v from 'valibot'
import { clientColumns, isOrdinaryColumn } from '../enrollment-columns.ts'
import { deliveryStates } from '../delivery-states.ts'
import { deliveryActions } from './actions.ts'
import { code, contactMethod, day, id, maybe, moment, paymentStanding, text, whole } from './parts.ts'
import { formPaymentSchema } from './payments.ts'
import { timelineEntrySchema } from './timeline.ts'

const accountSchema = v.object({
  id,
  /** Masked; null where it has none. */
  email: maybe(text),
  is_held: v.boolean(),
  banned_until: maybe(moment),
  deletion_asked_at: maybe(moment),
})

/** The client, just enough to recognise somebody on the telephone. */
const maskedSchema = v.object({
  /** In the clear, as city and place, the state of the address, are. */
  name: maybe(text),
  email: maybe(text),
  phone: maybe(text),
  street: maybe(text),
  city: maybe(text),
  place: maybe(text),
  zip_code: maybe(text),
  contact_method: maybe(contactMethod),
  notes_length: maybe(whole),
  has_personal_details: v.boolean(),
  details_purged_at: maybe(moment),
})

const deliverySchema = v.object({
  state: v.picklist(deliveryStates),
  reason: maybe(code),
  version: whole,
  delivered_version: maybe(whole),
  /** It was changed after it was last sent. */
  is_unsent: v.boolean(),
  attempts: whole,
  /** When it is sent, while it is queued. */
  due_at: maybe(moment),
  /** In the future, or null. */
  paused_until: maybe(moment),
  queued_at: moment,
  updated_at: moment,
  /** It has or may have arrived. */
  may_be_there: v.boolean(),
})

/** What a refund quote begins with (R-REFUND-QUOTE). Without a proven payment, `paid_on` is null. */
const refundFactsSchema = v.object({
  plan: maybe(text),
  price_cents: maybe(whole),
  paid_on: maybe(day),
  enrolled_on: maybe(day),
  /** Paid back already, as the checkout says. */
  refunded_cents: whole,
})
export type StoredRefundFacts = v.InferOutput<typeof refundFactsSchema>

const noteSchema = v.object({ id: whole, at: moment, author: text, text })
export type StaffNote = v.InferOutput<typeof noteSchema>

/** One form with everything but the sensitive details; null if there is none. */
export const showSchema = maybe(
  v.object({
    id,
    saved_at: moment,
    changed_at: moment,
    plan: maybe(text),
    plan_price_cents: maybe(whole),
    payment: paymentStanding,
    account: maybe(accountSchema),
    masked: maskedSchema,
    delivery: maybe(deliverySchema),
    /** How the delivery stands, for the functions that change it. */
    seen: text,
    actions: v.array(v.picklist(deliveryActions)),
    texting: maybe(v.object({ action: v.picklist(['given', 'withdrawn']), at: moment })),
    payments: v.array(formPaymentSchema),
    refund_facts: refundFactsSchema,
    /** The newest first. */
    notes: v.array(noteSchema),
    /** The newest first. */
    timeline: v.array(timelineEntrySchema),
  }),
)
export type ShownForm = NonNullable<v.InferOutput<typeof showSchema>>

/** The columns of a client that are stored as they are written. */
const detailsSchema = v.object(v.entriesFromList(clientColumns.filter(isOrdinaryColumn), maybe(text)))

/** One form in the clear, with date of birth and SSN digits still encrypted, in Base64; null if there is none. */
export const revealSchema = maybe(v.object({ id, details: detailsSchema, personal_details: maybe(text), purged_at: maybe(moment) }))
export type RevealedForm = NonNullable<v.InferOutput<typeof revealSchema>>

const consentSchema = v.object({
  at: moment,
  action: v.picklist(['given', 'withdrawn']),
  /** As `textsIn` of domain/consents.ts reads them. */
  texts: text,
  network: maybe(text),
  /** Null: the staff did it. */
  account: maybe(id),
})

/** What was agreed to for a form, the oldest first, and each text once; null where there is neither a form nor a consent. */
export const consentsSchema = maybe(
  v.object({
    id,
    entries: v.array(consentSchema),
    /** `body`: null where it is not kept here. */
    bodies: v.array(v.object({ document: text, version: text, sha256: text, body: maybe(text) })),
  }),
)
export type FormConsents = NonNullable<v.InferOutput<typeof consentsSchema>>
