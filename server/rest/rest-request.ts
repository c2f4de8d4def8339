import type { Action, Table } from './catalogue.ts'

export type { Action } from './catalogue.ts'

/** One JSON object, of exactly one row, or an array of any number. */
export type MediaType = 'object' | 'array'

/** One request, with every name checked against the table. */
export interface RestRequest extends Query {
  table: Table
  action: Action
  payload: Payload
  accepts: MediaType
  preferences: Preferences
}

/** What the header `Prefer` asks for. */
export interface Preferences {
  /** What the answer carries: the rows, the address of the only one, or nothing of them. */
  returns: 'representation' | 'headers-only' | 'minimal'
  /** How the total of Content-Range is found, if it is asked for. */
  count: 'exact' | 'planned' | 'estimated' | undefined
  /** What becomes of sent rows that are stored already; without this wish they are refused. */
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  /** What a column gets that a sent row leaves out; null without this wish. */
  missing: 'default' | 'null' | undefined
  /** A statement that writes more rows than this is undone. */
  maxAffected: number | undefined
  /** What was honoured, for the header Preference-Applied. */
  applied: string[]
}

/** What the query of the address asks for. */
export interface Query {
  /** The columns of the representation. */
  select: string[]
  /** Conditions, all of which must hold. */
  filters: Filter[]
  order: Order[]
  /** How many rows are read, after so many that are passed over. */
  limit: number
  offset: number
  /** The columns by which a sent row is a duplicate of a stored one; empty where there are none. */
  conflict: string[]
}

export interface Filter {
  column: string
  isNegated: boolean
  /** SQL to follow the column, with `$` where the value belongs: `= $`, `is null`. */
  test: string
  value?: string | string[]
}

export interface Order {
  column: string
  /** SQL to follow the column: `desc nulls last`. */
  direction: string
}

export interface Payload {
  /** A JSON array of objects, as it was sent. */
  rows: string
  columns: string[]
}
