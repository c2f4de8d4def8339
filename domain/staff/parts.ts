import * as v from 'valibot'
import { contactMethods } from '../enrollment.ts'

// What the answers of the staff's functions have in common (docs/desk-functions.md).

/** What may be missing. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema)

export const id = v.pipe(v.string(), v.uuid())
export const text = v.string()
/** ISO 8601 in UTC. */
export const moment = v.pipe(v.string(), v.isoTimestamp())
export const day = v.pipe(v.string(), v.isoDate())
/** How many of something, or a number of an entry. */
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Seconds, in parts. */
export const seconds = v.pipe(v.number(), v.finite())
/** A code of ours, such as the reason for a state. */
export const code = v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/))
export const contactMethod = v.picklist(contactMethods)

/** Of a list by pages: what to ask for the next one by. */
export const next = maybe(text)

export const staffRoles = ['staff', 'lead'] as const
export type StaffRole = (typeof staffRoles)[number]
export const staffRole = v.picklist(staffRoles)

/** What the checkout has proven of the payment of a form (R-PAYMENT-PROOF). */
export const paymentStandings = ['none', 'paid', 'partly_refunded', 'refunded', 'disputed', 'dispute_lost'] as const
export type PaymentStanding = (typeof paymentStandings)[number]
export const paymentStanding = v.picklist(paymentStandings)

/** The state of a payment by all of its events. */
export const paymentStatuses = ['pending', 'failed', 'paid', 'partly_refunded', 'refunded', 'disputed', 'lost'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const paymentStatus = v.picklist(paymentStatuses)

/** In the smallest unit of a currency, by its three letters. */
export const sum = { amount_cents: whole, currency: text }
