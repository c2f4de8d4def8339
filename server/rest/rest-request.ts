import type { Table } from './catalogue.ts'

/** One JSON object, of exactly one row, or an array of any number. */
export type MediaType = 'object' | 'array'

/** One request, with every name checked against the table. */
export interface RestRequest {
  table: Table
  action: 'read' | 'insert' | 'update'
  /** The columns of the representation. */
  select: string[]
  /** Conditions `column = value`, all of which must hold. */
  filters: { column: string; value: string }[]
  payload: Payload
  accepts: MediaType
  /** Whether the answer carries a representation of the rows. */
  returns: 'representation' | 'minimal'
  /** The preference that was honoured, for the header Preference-Applied. */
  preference: string | undefined
}

export interface Payload {
  /** A JSON array of objects, as it was sent. */
  rows: string
  columns: string[]
}
