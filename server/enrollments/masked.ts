import * as v from 'valibot'
import { clientColumns } from '../../domain/enrollment-columns.ts'
import type { ClientColumn, SensitiveColumn } from '../../domain/enrollment-fields.ts'
import { printable } from '../terminal/text.ts'

/** A client's columns, in the clear. A prepared or purged enrollment lacks some of them. */
export const clientSchema = v.object(v.entriesFromList(clientColumns, v.nullable(v.string())))

export type Client = v.InferOutput<typeof clientSchema>

/** A line of output: its label, its text, and the masked text without `--reveal`, if it differs. */
interface Line {
  label: string
  text: (client: Client) => string | null
  masked?: (text: string, client: Client) => string | null
}

/** The line of each column, undefined where `show` or another line has it. The type requires a mask for sensitive ones. */
const lines: Record<ClientColumn, Line | undefined> & Record<SensitiveColumn, Required<Line>> = {
  customer_name: { label: 'Name', text: (client) => client.customer_name, masked: (name) => name.replace(/(\S)\S*/gu, '$1.') },
  middle_name: undefined,
  customer_email: { label: 'E-mail', text: (client) => client.customer_email, masked: maskedEmail },
  customer_phone: { label: 'Phone', text: (client) => client.customer_phone, masked: (phone) => `•••• ${phone.slice(-2)}` },
  date_of_birth: { label: 'Born', text: (client) => client.date_of_birth, masked: () => '••••-••-••' },
  ssn_last_four: { label: 'SSN', text: (client) => client.ssn_last_four, masked: () => '•••-••-••••' },
  street_address: { label: 'Street', text: (client) => client.street_address, masked: () => '•••' },
  city: { label: 'Place', text: placeOf, masked: (_, { state }) => state },
  state: undefined,
  zip_code: undefined,
  preferred_contact_method: { label: 'Contact by', text: (client) => client.preferred_contact_method },
  plan_name: undefined,
  notes: { label: 'Notes', text: (client) => client.notes, masked: (notes) => `${notes.length} characters` },
}

function placeOf({ city, state, zip_code }: Client): string | null {
  return [city, state, zip_code].filter((part) => part !== null).join(' ') || null
}

/** `h•••@example.com`: just enough to recognise an address. */
function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1•••')
}

/** A client as labels and values, masked: just enough to recognise somebody on the telephone. */
export const maskedClient = (client: Client): [string, string][] =>
  linesOf(client, ({ masked }, text) => (masked ? masked(text, client) : text))

/** The same lines, unmasked. */
export const unmaskedClient = (client: Client): [string, string][] => linesOf(client, (_, text) => text)

function linesOf(client: Client, show: (line: Line, text: string) => string | null): [string, string][] {
  return Object.values(lines).flatMap((line) => {
    if (!line) return []
    const text = line.text(client)
    return [[line.label, printable((text === null ? null : show(line, text)) ?? '-')]]
  })
}
