import * as v from 'valibot'
import { printable } from './terminal-text.ts'

const text = v.nullable(v.string())

/** A client's columns. A prepared or purged enrollment lacks some of them. */
export const clientSchema = v.object({
  customer_name: text,
  middle_name: text,
  customer_email: text,
  customer_phone: text,
  date_of_birth: text,
  ssn_last_four: text,
  street_address: text,
  city: text,
  state: text,
  zip_code: text,
  preferred_contact_method: text,
  notes: text,
})

export type Client = v.InferOutput<typeof clientSchema>

export const clientColumns = Object.keys(clientSchema.entries)

/** A client as labels and values, masked: enough to recognise somebody on the telephone, and no more. */
export function maskedClient(client: Client): [string, string][] {
  return linesOf(client, {
    name: (name) => name.replace(/(\S)\S*/gu, '$1.'),
    email: (email) => email.replace(/^(.)[^@]*/u, '$1•••'),
    phone: (phone) => `•••• ${phone.slice(-2)}`,
    birth: () => '••••-••-••',
    ssn: () => '•••-••-••••',
    street: () => '•••',
    notes: (notes) => `${notes.length} characters`,
  })
}

/** The same lines, unmasked. */
export const openClient = (client: Client): [string, string][] => linesOf(client, {})

type Masked = 'name' | 'email' | 'phone' | 'birth' | 'ssn' | 'street' | 'notes'
type Masks = Partial<Record<Masked, (value: string) => string>>

const shown = (value: string | null, mask: (value: string) => string = (whole) => whole) =>
  value === null ? '-' : printable(mask(value))

function linesOf(client: Client, masks: Masks): [string, string][] {
  const place = [client.city, client.state, client.zip_code].filter((part) => part !== null).join(' ')
  return [
    ['Name', shown(client.customer_name, masks.name)],
    ['E-mail', shown(client.customer_email, masks.email)],
    ['Phone', shown(client.customer_phone, masks.phone)],
    ['Born', shown(client.date_of_birth, masks.birth)],
    ['SSN', shown(client.ssn_last_four, masks.ssn)],
    ['Street', shown(client.street_address, masks.street)],
    ['Place', masks.street ? shown(client.state) : shown(place || null)],
    ['Contact by', shown(client.preferred_contact_method)],
    ['Notes', shown(client.notes, masks.notes)],
  ]
}
