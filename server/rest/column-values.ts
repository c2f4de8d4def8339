import { Refusal } from './refusal.ts'

/**
 * What is wrong with a value for a column of this type, if anything. PostgreSQL would quote an invalid value, perhaps
 * a date of birth, in its log, so invalid values are refused before. Whatever passes is valid for PostgreSQL too; dates
 * pass in ISO 8601 format only, not as "Nov 23, 1957".
 *
 * @param type as in the catalogue, such as `numeric(10,2)`
 * @param value as parsed from JSON
 */
export function faultOfValue(type: string, value: unknown): Refusal | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string' && value.includes('\0')) return unsupportedEscape()
  if (typeof value === 'string' && !value.isWellFormed()) return malformed('json')
  if (typeof value === 'string') return faultOfText(type, value)
  // Nested values fit none of the types.
  return faultOfText(type, typeof value === 'number' || typeof value === 'boolean' ? String(value) : '')
}

/** The same for a plain text, such as a filter's value. */
export function faultOfText(type: string, text: string): Refusal | undefined {
  const [name = ''] = type.split('(', 1)
  return parsers.get(name)?.(text, name)
}

/** The checked types. The type `text` takes any string. */
export const checkedTypes = () => [...parsers.keys()]

type Parser = (text: string, type: string) => Refusal | undefined

const malformed = (type: string, code = '22P02') => new Refusal(400, code, `invalid input syntax for type ${type}`)
const unsupportedEscape = () => new Refusal(400, '22P05', 'unsupported Unicode escape sequence')

const matching =
  (pattern: RegExp): Parser =>
  (text, type) =>
    pattern.test(text) ? undefined : malformed(type)

const integer =
  (bits: number): Parser =>
  (text, type) => {
    const [, digits] = /^(?:\+(?=\d))?(-?\d{1,30})$/.exec(text) ?? []
    if (digits === undefined) return malformed(type)
    const number = BigInt(digits)
    if (BigInt.asIntN(bits, number) === number) return undefined
    return new Refusal(400, '22003', `value is out of range for type ${type}`)
  }

// A date control allows years of up to six digits.
const isDate = /^((?:[1-9]\d?)?\d{4}-\d\d-\d\d)$/
const clockTime = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?/.source
const zone = /(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)/.source
const isMoment = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)(?:[T ]${clockTime} ?${zone}?)?$`, 'i')

const dated =
  (pattern: RegExp): Parser =>
  (text, type) => {
    const [, date] = pattern.exec(text) ?? []
    if (date === undefined) return malformed(type, '22007')
    return isOnCalendar(date) ? undefined : new Refusal(400, '22008', 'date/time field value out of range')
  }

/** PostgreSQL has no year 0. */
function isOnCalendar(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  // The calendar repeats every 400 years.
  const midnight = new Date(Date.UTC(2000 + (year % 400), month - 1, day))
  return year > 0 && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
}

const parsers = new Map<string, Parser>([
  ['uuid', matching(/^(?:[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}|\{[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\})$/i)],
  ['boolean', matching(/^(?:t|tr|tru|true|f|fa|fal|fals|false|y|ye|yes|n|no|on|of|off|1|0)$/i)],
  ['smallint', integer(16)],
  ['integer', integer(32)],
  ['bigint', integer(64)],
  ['numeric', matching(/^(?:[+-]?(?:\d{1,1000}(?:\.\d{0,1000})?|\.\d{1,1000})(?:e[+-]?\d{1,3})?|nan)$/i)],
  ['bytea', matching(/^\\x(?:[0-9a-f]{2})*$/i)],
  ['date', dated(isDate)],
  ['timestamp with time zone', dated(isMoment)],
])
