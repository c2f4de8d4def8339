import { type Arbitrary, constant, oneof, sample, string, stringMatching } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRest, type TestRest } from '../../tests/helpers/rest.ts'
import { catalogueOf } from './catalogue.ts'
import { checkedTypes, faultOfText, faultOfValue } from './column-values.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})
afterAll(() => rest?.close())

/** Those that PostgreSQL would refuse, and so quote. */
async function refusedByPostgres(type: string, texts: string[]): Promise<string[]> {
  const rows = await rest.database.query<{ text: string }>({
    text: 'select text from unnest($1::text[]) as text where not pg_input_is_valid(text, $2)',
    values: [texts, type],
  })
  return rows.map(({ text }) => text)
}

const nearly: Record<string, Arbitrary<string>> = {
  uuid: stringMatching(/^[{]?([0-9a-f]{4}-?){7,8}[0-9a-f]{3,4}[}]?$/),
  boolean: stringMatching(/^[ \n]?[tTrRuUeEfalsyYnNof01]{1,5} ?$/),
  smallint: stringMatching(/^ ?[+-]{0,2}(\d{1,6}|327\d\d) ?$/),
  integer: stringMatching(/^ ?[+-]{0,2}(\d{1,12}|21474836\d\d) ?$/),
  bigint: stringMatching(/^ ?[+-]{0,2}(\d{1,31}|92233720368547758\d\d) ?$/),
  numeric: stringMatching(/^ ?[+-]?\d{0,9}\.?\d{0,9}(e[+-]?\d{0,4})? ?$/),
  bytea: stringMatching(/^(\\\\|\\)x[0-9a-fA-F]{0,6}g? ?$/),
  date: stringMatching(/^\d{0,2}[012][09]\d[04]-[01]\d-[0123]\d$/),
  'timestamp with time zone': stringMatching(/^[012]\d\d\d-[01]\d-[0-3]\d[T ][0-2]\d:\d\d(:\d\d(\.\d{0,9})?)? ?([Zz]|[+-]\d\d(:?\d\d)?)?$/),
}

test.each(checkedTypes())('whatever passes for %s PostgreSQL takes, so that it quotes nothing', async (type) => {
  const texts = sample(oneof(nearly[type] ?? constant(''), string()), 3_000)
  const passed = texts.filter((text) => !text.includes('\0') && !faultOfText(type, text))
  expect(passed.length).toBeGreaterThan(10)
  expect(await refusedByPostgres(type, passed)).toEqual([])
})

test.each([
  ['uuid', ['0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10', '{0B7E6C1D3A524C0E9F572F3B8F6F1A10}']],
  ['boolean', [true, false, 'yes', 'off', 'T']],
  ['integer', [0, -5, '2147483647', '-2147483648']],
  ['bigint', ['9223372036854775807']],
  ['bytea', ['\\x', '\\xdeadBEEF']],
  ['numeric(10,2)', [0, 129.5, '129.50', '1e2', '-.5', 'NaN']],
  ['date', ['1957-11-23', '2024-02-29', '0001-01-01', '10000-02-29', '100000-01-01', '275760-12-31']],
  ['timestamp with time zone', ['2026-01-01', '2026-01-01T10:00:00.123Z', '2026-01-01 10:00:00+00', '2026-01-01T10:00-05:00']],
  ['text', ['11/23/1957', { nested: 1 }, 5]],
  ['date', [null, undefined]],
])('%s takes %j', (type, values) => {
  for (const value of values) expect(faultOfValue(type, value)).toBeUndefined()
})

test.each([
  ['date', '2023-02-29', '22008'],
  ['date', '1957-11-99', '22008'],
  ['date', '0000-01-01', '22008'],
  ['date', '1900-02-29', '22008'],
  ['date', '2023-13-01', '22008'],
  ['date', '2023-00-10', '22008'],
  ['date', 'Nov 23, 1957', '22007'],
  ['date', 'infinity', '22007'],
  ['date', ['1957-11-23'], '22007'],
  ['timestamp with time zone', '2023-02-29T10:00:00Z', '22008'],
  ['timestamp with time zone', 'soon', '22007'],
  ['smallint', '32768', '22003'],
  ['integer', '2147483648', '22003'],
  ['integer', 1.5, '22P02'],
  ['uuid', '0b7e6c1d', '22P02'],
  ['boolean', 'perhaps', '22P02'],
  ['bytea', '\\x0', '22P02'],
  ['numeric(10,2)', '1,5', '22P02'],
  ['text', 'a\0', '22P05'],
  ['text', '\ud800', '22P02'],
])('%s refuses %j with %s and does not repeat it', (type, value, code) => {
  const fault = faultOfValue(type, value)
  expect([fault?.status, fault?.code]).toEqual([400, code])
  expect(JSON.stringify(fault)).not.toContain(String(value))
})

test('every type of a column that can be written is looked at, or is text', async () => {
  const types = [...(await catalogueOf(rest.database)()).values()].flatMap(({ columns }) => [...columns.values()])
  const unknown = types.filter((type) => !['text', ...checkedTypes()].includes(type.split('(', 1)[0] ?? ''))
  expect(unknown).toEqual([])
})
