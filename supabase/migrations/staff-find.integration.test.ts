import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSchema } from '../../domain/staff/found.ts'
import { addStaff, callAs, machine } from '../../tests/helpers/desk-staff.ts'
import type { TestUser } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// How forms are found: docs/desk-functions.md.

let outbox: TestOutbox
let ruth: TestUser

beforeAll(async () => {
  outbox = await openOutbox()
  ruth = await addStaff(outbox.database, 'ruth@example.com')
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const find = async (text: string, more: Record<string, unknown> = {}) =>
  v.parse(findSchema, await callAs(outbox.database, ruth.claims, 'staff_find', { p_text: text, ...more }))

const idsFor = async (text: string, more: Record<string, unknown> = {}) => (await find(text, more)).found.map(({ id }) => id)

/** Saves a form with this name and the sample's other values. */
const save = (customer_name: string, more: Record<string, unknown> = {}) => outbox.save({ customer_name, middle_name: null, ...more })

/** All pages of two forms each, as one list. */
async function pagesFor(text: string, more: Record<string, unknown> = {}) {
  const found = []
  for (let after: string | null = null; ; ) {
    const page = await find(text, { ...more, p_limit: 2, ...(after !== null && { p_after: after }) })
    found.push(...page.found)
    after = page.next
    if (after === null) return found
  }
}

/** Fills the window of the newest forms, so that older ones are found by the index alone. */
async function bury(): Promise<void> {
  await outbox.query('alter table enrollments disable trigger user')
  await outbox.query(
    `insert into enrollments (created_at, plan_name) select now() + interval '1 day', 'Zz' from generate_series(1, 3500)`,
  )
  await outbox.query('alter table enrollments enable trigger user')
  await outbox.query(
    `insert into private.form_words select id, created_at, ' zz ' from enrollments where plan_name = 'Zz'`,
  )
  await outbox.query(`insert into private.form_states select id, created_at, 'queued', 'Zz' from enrollments where plan_name = 'Zz'`)
}

describe('a form is found by', () => {
  const form = {
    id: '0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10', customer_name: 'Zoë Sørensen O’Neill-Muñoz', middle_name: null, city: 'St. Louis',
    customer_email: 'zoe_s.76@mail.example.org', customer_phone: '+1 (314) 555-0176', payment_reference: 'pi_3NxQ7aLk',
  }
  const texts = [
    'zoë', 'Zoe', 'ZOE SORENSEN', 'sørensen zoë', 'munoz', 'o\'neill', 'ONeill', 'neill', 'o neill', 'Muñoz O’Neill', 'so',
    'louis', 'st. louis zoe', 'Zoe, St Louis',
    'zoe_s.76@mail.example.org', 'ZOE_S.76@MAIL', 'zoe_s.76@', '@mail.example.org', '@mail', 'mail.example.org', 'mail.ex',
    '+1 (314) 555-0176', '3145550176', '13145550176', '314.555.0176', '001 314 555 0176', '314–555–0176', 'zoe (314) 555-0176 louis',
    '0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10', '0B7E6C1D', '0b7e', '0b7e6c1d-3a52-4', '0b7e6c1d-',
    'pi_3NxQ7aLk', 'pi_3Nx', '3nxq7alk',
    'sorenson', 'sorensn', 'soernsen', 'soerensen', 'xsorensen', 'sorense', 'luois', 'zoe sorenzen louis', 'sorenson@mail.example.org',
  ]

  test.each(['among the newest', 'by the index'])('all that it has, %s', async (where) => {
    await save('Mary Example', { customer_email: 'mary@example.net', customer_phone: '212 555 9999', city: 'Reno' })
    await outbox.save(form)
    if (where === 'by the index') await bury()
    const astray: string[] = []
    for (const text of texts) if ((await idsFor(text)).join() !== form.id) astray.push(text)
    expect(astray).toEqual([])
  })

  const others = [
    'zob', 'sarensan', 'zoe mary', 'lui', '0b7f', 'pi_4', 'zeo', 'other@mail.example.org', '@mail.example.com', 'zoe_s.76@mail.example.com',
    '3145550177', '2145550176', '314 555 017', '145550176', '555-0176', '0176', '314', 'zoe_s.7', 'zoe_s.7@mail.example.org', '76', '76@mail.example.org', 'oe_s.76@', 'zoe_s.77@mail.example.org',
  ]

  test.each(['among the newest', 'by the index'])('nothing else, %s', async (where) => {
    await outbox.save(form)
    if (where === 'by the index') await bury()
    const astray: string[] = []
    for (const text of others) if ((await idsFor(text)).length > 0) astray.push(text)
    expect(astray).toEqual([])
  })

  test('the references of all of its payments, also of those that come later', async () => {
    const id = await outbox.save()
    await outbox.query(
      `insert into payments (reference, source, status, amount_cents, currency, is_add_on) values ('pi_addOn1', 'stripe', 'paid', 1, 'usd', true)`,
    )
    expect(await idsFor('pi_addOn1')).toEqual([])
    await outbox.query(`update payments set enrollment_id = $1`, [id])
    expect(await idsFor('pi_addOn1')).toEqual([id])
    await outbox.query(`update payments set enrollment_id = null`)
    expect(await idsFor('pi_addOn1')).toEqual([])
  })

  test('what it has now, and by nothing once it is deleted', async () => {
    await save('Anna Example')
    const id = await save('Deborah Example', { city: 'Boston' })
    await outbox.change(id, { customer_name: 'Jael Example', city: 'Reno' })
    expect([await idsFor('deborah'), await idsFor('boston'), await idsFor('jael reno')]).toEqual([[], [], [id]])
    const known = () => outbox.query(`select word from private.known_words where word in ('deborah', 'boston', 'jael', 'example') order by word`)
    expect(await known()).toEqual([{ word: 'example' }, { word: 'jael' }])
    await outbox.query('delete from enrollments where id = $1', [id])
    expect(await known()).toEqual([{ word: 'example' }])
    expect(await idsFor('jael')).toEqual([])
    for (const table of ['form_words', 'form_states']) {
      expect(await outbox.query(`select from private.${table} where enrollment_id = $1`, [id])).toEqual([])
    }
  })
})

/** Letters as names have them, also with diacritics. */
const letter = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABDEKLMRSTáàâäãåçćčéèêëěíîïłñńóôöõøřśşšúüůýžÅÉÖŽЖж'))
const word = (minLength: number) => fc.string({ unit: letter, minLength, maxLength: 12 })
const stripped = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** A word with one letter wrong, missing, too many, or swapped with the next one. */
const mistyped = (right: string) =>
  fc.tuple(fc.constantFrom('wrong', 'missing', 'too many', 'swapped'), fc.nat(right.length - 2), fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z')).map(([how, at, other]) => {
    const [before, here, after] = [right.slice(0, at), right.slice(at, at + 1), right.slice(at + 1)]
    if (how === 'wrong') return before + other + after
    if (how === 'missing') return before + after
    if (how === 'too many') return before + other + here + after
    return before + after.slice(0, 1) + here + after.slice(1)
  })

const grouped = (digits: string) =>
  fc.constantFrom('', ' ', '-', '.', ' - ', '–', '/').map((gap) => [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(gap))
const notations = (digits: string) =>
  fc.tuple(fc.constantFrom('', '1', '+1 ', '+1-', '('), grouped(digits)).map(([before, text]) => (before === '(' ? `(${text.slice(0, 3)}) ${text.slice(3)}` : before + text))

/** A text by which the form with their id is not found. */
async function missed(texts: fc.Arbitrary<{ id: string; text: string }>): Promise<string | null> {
  const details = await fc.check(
    fc.asyncProperty(texts, async ({ id, text }) => (await idsFor(text, { p_limit: 200 })).includes(id)),
    { numRuns: 60 },
  )
  return details.failed ? fc.stringify(details.counterexample) : null
}

/** Many forms are saved once, and each property is tried on them. */
describe('whatever the form has', () => {
  const people = fc.sample(
    fc.record({
      first: word(2), last: word(5), phone: fc.stringMatching(/^[2-9]\d{9}$/), id: fc.uuid({ version: 4 }),
    }),
    { numRuns: 60, seed: 7 },
  )
  beforeEach(async () => {
    for (const { id, first, last, phone } of people) {
      await save(`${first} ${last}`, { id, customer_phone: phone, customer_email: `${id}@example.com` })
    }
  })

  const somebody = fc.constantFrom(...people)

  test('any word of its name finds it, with its diacritics or without', async () => {
    const texts = somebody.chain(({ id, first, last }) =>
      fc.constantFrom(first, last, `${last} ${first}`, last.slice(0, 3)).chain((name) => fc.constantFrom(name, stripped(name), stripped(name).toUpperCase())).map((text) => ({ id, text })))
    expect(await missed(texts)).toBeNull()
  })

  test('a word of five letters with one typo does', async () => {
    const texts = somebody.chain(({ id, last }) => mistyped(stripped(last).toLowerCase()).map((text) => ({ id, text })))
    expect(await missed(texts)).toBeNull()
  })

  test('its phone does, however it is written', async () => {
    const texts = somebody.chain(({ id, phone }) => notations(phone).map((text) => ({ id, text })))
    expect(await missed(texts)).toBeNull()
  })

  test('its id does, and any beginning of it', async () => {
    const texts = somebody.chain(({ id }) => fc.integer({ min: 4, max: id.length }).map((length) => ({ id, text: id.slice(0, length) })))
    expect(await missed(texts)).toBeNull()
  })
})

const unique = () => ({ customer_email: `${randomUUID()}@example.com` })
const named = (name: string, hoursAgo: number) => save(name, { ...unique(), created_at: new Date(Date.now() - hoursAgo * 3_600_000) })

describe('the order', () => {
  test('is: as it was typed, then what begins so, then typos, the newest of each first', async () => {
    const typo = await named('Marla Example', 1)
    const beginning = await named('Mariana Example', 2)
    const [second, first] = [await named('Maria Example', 4), await named('Maria Test', 3)]
    for (const buried of [false, true]) {
      if (buried) await bury()
      const { found } = await find('maria')
      expect(found.map(({ id, exact }) => [id, exact])).toEqual([[first, true], [second, true], [beginning, false], [typo, false]])
    }
  })

  test('is the newest first without a text', async () => {
    const ids = [await named('One Example', 3), await named('Two Example', 2), await named('Three Example', 1)]
    expect(await idsFor('')).toEqual(ids.toReversed())
    expect(await idsFor('  ')).toEqual(ids.toReversed())
  })

  test('is kept over pages, which have every form once', async () => {
    const names = ['Maria', 'Mariana', 'Marla', 'Other']
    const at = new Date()
    for (let count = 0; count < 5; count += 1) {
      for (const name of names) await save(`${name} Example`, { ...unique(), created_at: at })
    }
    for (const buried of [false, true]) {
      if (buried) await bury()
      for (const more of [{}, { p_states: ['queued', 'delivered'] }]) {
        const whole = (await find('maria', { ...more, p_limit: 200 })).found
        expect(whole).toHaveLength(15)
        expect(await pagesFor('maria', more)).toEqual(whole)
      }
    }
    const plans = { p_plans: ['Standard Repair'] }
    const all = await idsFor('', { ...plans, p_limit: 200 })
    expect(new Set(all).size).toBe(20)
    expect((await pagesFor('', plans)).map(({ id }) => id)).toEqual(all)
  })

  test('is not disturbed by what is saved meanwhile', async () => {
    const [older, newer] = [await named('Maria Example', 2), await named('Maria Test', 1)]
    const { found, next } = await find('maria', { p_limit: 1 })
    await named('Maria New', 0)
    expect([found.map(({ id }) => id), await idsFor('maria', { p_after: next })]).toEqual([[newer], [older]])
  })
})

describe('the filters', () => {
  const states = ['queued', 'sending', 'delivered', 'needs_review', 'rejected', 'cancelled']

  test('are states, as deliveries change', async () => {
    const ids = new Map<string, string>()
    for (const state of states) {
      const id = await outbox.save()
      await outbox.query(
        `update deliveries set state = $2, lease_id = gen_random_uuid(), leased_until = now(), leased_version = 1, lease_repeats = 'never'
         where enrollment_id = $1`,
        [id, state],
      )
      ids.set(state, id)
    }
    const [prepared] = await outbox.query<{ id: string }>(`insert into enrollments (customer_name, city) values ('Mary Jo Prepared', 'Springfield') returning id`)
    ids.set('incomplete', prepared?.id ?? '')
    for (const text of ['', 'mary', 'sprngfield']) {
      for (const [state, id] of ids) expect([state, await idsFor(text, { p_states: [state] })]).toEqual([state, [id]])
      expect(new Set(await idsFor(text, { p_states: ['rejected', 'incomplete'] }))).toEqual(new Set([ids.get('rejected'), ids.get('incomplete')]))
    }
    expect((await find('', { p_states: ['incomplete'] })).found).toMatchObject([{ state: 'incomplete', reason: null }])
    await outbox.query('delete from deliveries where enrollment_id = $1', [ids.get('rejected')])
    expect(await idsFor('', { p_states: ['rejected'] })).toEqual([])
  })

  test.each([{ p_states: [] }, { p_plans: [] }, { p_plans: [null] }, { p_states: [null] }])('of nothing are refused: %j', async (filters) => {
    await expect(idsFor('mary', filters)).rejects.toMatchObject({ code: '22023' })
  })

  test('are plans, as they change, and both together', async () => {
    const [one, other] = [await outbox.save({ plan_name: 'One' }), await outbox.save({ plan_name: 'Other' })]
    expect(await idsFor('', { p_plans: ['One'] })).toEqual([one])
    await outbox.change(one, { plan_name: 'Third' })
    expect([await idsFor('', { p_plans: ['One'] }), await idsFor('mary', { p_plans: ['Third'] })]).toEqual([[], [one]])
    expect(await idsFor('mary', { p_plans: ['Third', 'Other'], p_states: ['queued'] })).toHaveLength(2)
    expect(await idsFor('mary', { p_plans: ['Other'], p_states: ['delivered'] })).toEqual([])
    await bury()
    expect(await idsFor('mary', { p_plans: ['Other'] })).toEqual([other])
  })

  test('are the moments between which a form was saved', async () => {
    const moments = ['2031-03-01T00:00:00Z', '2031-03-02T00:00:00Z', '2031-03-03T00:00:00Z']
    const ids = []
    for (const created_at of moments) ids.push(await outbox.save({ created_at }))
    for (const more of [{}, { p_states: ['queued'] }]) {
      for (const text of ['', 'mary']) {
        expect(await idsFor(text, { ...more, p_since: moments[1] })).toEqual([ids[2], ids[1]])
        expect(await idsFor(text, { ...more, p_until: moments[1] })).toEqual([ids[0]])
        expect(await idsFor(text, { ...more, p_since: moments[1], p_until: moments[2] })).toEqual([ids[1]])
      }
    }
  })
})

/** All parts of a text, shorter ones too, from wherever one begins. */
const partsOf = (text: string) =>
  Array.from(text, (_, start) => Array.from(text.slice(start), (__, length) => text.slice(start, start + length + 1))).flat()

/** Those of the texts by which the form is found. */
async function finding(texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const text of texts) if ((await idsFor(text)).length > 0) found.push(text)
  return found
}

describe('whoever searches on and on learns of what is masked', () => {
  const local = 'wolk_85.bymt'

  beforeEach(() =>
    save('Ida Quist', { customer_email: `${local}@example.net`, customer_phone: '(212) 555-3947', city: 'Reno', payment_reference: null }))

  test('no digit of a phone', async () => {
    const parts = partsOf('12125553947').filter(({ length }) => length < 10)
    expect(await finding(parts.flatMap((part) => [part, `+${part}`, `${part} ida`]))).toEqual([])
    expect(await finding(['2125553947 ida'])).toHaveLength(1)
  })

  test('no letter of an address before its @', async () => {
    const parts = partsOf(local).filter((part) => part !== local && /[a-z0-9]/.test(part))
    expect(await finding(parts.flatMap((part) => [part, `ida ${part}`, `${part}@`, `${part}@example.net`]))).toEqual([])
    expect(await finding([local, `ida ${local}`])).toEqual([])
    expect(await finding([`${local}@`])).toHaveLength(1)
  })

  test('nothing by a typo', async () => {
    const typos = [`${local}t@example.net`, 'wolk_58.bymt@example.net', 'walk_85.bymt@example.net', 'wlok', 'bymtt', '2125553948', '2125553974']
    expect(await finding(typos)).toEqual([])
  })

  test('nothing by the marks of the index', async () => {
    expect(await finding(['+212555', '<wolk', '<wolk_85.bymt', '<wolk@', '\uff0b212', '\uff1cwolk', `' <wolk':*`, '+212:*', '%wolk%@', '_olk_85.bymt@'])).toEqual([])
  })
})

test('a form is told with its address and phone masked', async () => {
  const id = await save('Mary Example', { customer_email: 'mary@example.net', customer_phone: '212 555 9917', city: 'Reno', state: 'NV', plan_name: 'One' })
  expect((await find('mary')).found).toEqual([
    {
      id, name: 'Mary Example', email: 'm•••@example.net', phone: '•••• 17', city: 'Reno', place: 'NV', plan: 'One', state: 'queued', reason: null, attempts: 0,
      state_at: expect.stringMatching(/\+00:00$/), payment: 'none', saved_at: expect.stringMatching(/\+00:00$/), exact: true,
    },
  ])
})

test('what is no word disturbs nothing', async () => {
  const id = await save('Mary Example', { customer_email: `o'ma%r_y{|}~@example.com` })
  expect(await idsFor(`o'ma%r_y{|}~@exa`)).toEqual([id])
  const texts = [
    `'`, '"', '\\', '%', '_', ':*', '& |', '!', '(', `'); drop table x; --`, '~', '#', '@', '[^ ]', '((((', 'a'.repeat(3000), '$1', '\u{1f600}', '\u0130ß', '\u0001', ' '.repeat(10_000), 'a '.repeat(5000), 'marx '.repeat(5000),
    Array.from({ length: 500 }, (_, index) => `exampl${index}`).join(' '), '\ufdfa'.repeat(200), `a${'\u0301'.repeat(3000)}`, '%'.repeat(5000), '@ '.repeat(100),
  ]
  for (const text of texts) expect(await find(text)).toMatchObject({ next: null })
})

test('typos are forgiven in three words of at most 16 letters, and eight words are looked for', async () => {
  const id = await save('Deborah Barak Othniel Gideon', { city: 'Jericho' })
  expect(await idsFor('deborxh barxk gidexn')).toEqual([id])
  expect(await idsFor('deborxh barxk gidexn jerixho')).toEqual([])
  expect(await idsFor('debo deb de d barak bara bar nobody')).toEqual([])
  expect(await idsFor('debo deb de d barak bara bar ba nobody')).toEqual([id])
  const long = 'abcdefghijklmnop'
  const other = await save(`${long} ${long}qr`)
  expect([await idsFor(long.slice(1)), await idsFor(`${long}qr`.slice(1))]).toEqual([[other], []])
})

test('a search has two seconds, which PostgREST and the gateway set', async () => {
  const [found] = await outbox.query<{ proconfig: string[] }>(`select proconfig from pg_proc where oid = 'public.staff_find'::regproc`)
  expect(found?.proconfig).toContain('statement_timeout=2s')
})

test('a name of the longest kind is saved and found', async () => {
  const long = `${'\ufdfa'.repeat(99)}b`
  const id = await save(`${long} ${long}`)
  expect(await idsFor(long)).toEqual([id])
})

test.each([{ p_limit: 0 }, { p_limit: 201 }, { p_after: 'x' }, { p_after: '1 2031-03-01T00:00:00.000000Z x' }, { p_states: Array.from({ length: 11 }, String) }])(
  'what cannot be asked for is refused: %o',
  (more) => expect(find('mary', more)).rejects.toMatchObject({ code: expect.stringMatching(/^22/) }),
)

test('the commands find as the desk does', async () => {
  const id = await outbox.save()
  expect(await callAs(outbox.database, machine, 'staff_find', { p_text: 'mary' })).toMatchObject({ found: [{ id }], next: null })
})
