import { assert, asyncProperty, uint8Array } from 'fast-check'
import { createMessage, encrypt, generateKey, type PrivateKey } from 'openpgp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDetailsOpener, findAmong, openText, parsePrivateKeys } from './personal-details.ts'
import { unopenedKeys } from './registered-keys.ts'

// With messages of OpenPGP.js; those of pgcrypto are in the integration tests.

const id = '0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10'
const details = { date_of_birth: '1984-05-06', ssn_last_four: '4821' }

let key: PrivateKey
let other: PrivateKey

const createKey = async () =>
  (
    await generateKey({
      type: 'ecc',
      curve: 'ed25519Legacy',
      userIDs: [{ name: 'Test' }],
      subkeys: [{ type: 'rsa', rsaBits: 2048 }],
      format: 'object',
    })
  ).privateKey

beforeAll(async () => {
  ;[key, other] = await Promise.all([createKey(), createKey()])
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const find = async (keyId: string) => findAmong([other, key], keyId)

async function encrypted(text: string): Promise<Uint8Array> {
  const message = await encrypt({ message: await createMessage({ text }), encryptionKeys: key.toPublic(), format: 'binary' })
  return Uint8Array.from(message)
}

const open = async (content: unknown) =>
  createDetailsOpener(find)(base64(await encrypted(typeof content === 'string' ? content : JSON.stringify(content))), id)

describe('details', () => {
  test('open for their enrollment', async () => {
    expect(await open({ enrollment: id, ...details })).toEqual(details)
  })

  test.each([
    ['another enrollment', { enrollment: id.replace('0', '1'), ...details }],
    ['none', details],
    ['half of them', { enrollment: id, date_of_birth: '1984-05-06' }],
    ['no JSON', '{"enrollment":'],
    ['nothing', ''],
  ])('do not open as those of %s', async (_, content) => {
    expect(await open(content)).toBeUndefined()
  })

  test('do not open with another key, or without any', async () => {
    const ciphertext = base64(await encrypted('x'))
    expect(await openText(ciphertext, find)).toBe('x')
    expect(await openText(ciphertext, async () => other)).toBeUndefined()
    expect(await openText(ciphertext, async () => undefined)).toBeUndefined()
  })

  test('wrapped like PostgreSQL does it, they open', async () => {
    const wrapped = base64(await encrypted('x')).replace(/.{76}/g, '$&\n')
    expect(await openText(wrapped, find)).toBe('x')
  })

  test('never open when a single bit is changed, and nothing is thrown', async () => {
    const message = await encrypted(JSON.stringify({ enrollment: id, ...details }))
    const openDetails = createDetailsOpener(find)
    for (let position = 0; position < message.length; position += 7) {
      const changed = Uint8Array.from(message)
      changed[position] = (changed[position] ?? 0) ^ 16
      expect([position, await openDetails(base64(changed), id)]).toEqual([position, undefined])
    }
  })

  test('nothing is thrown for any bytes', async () => {
    await assert(
      asyncProperty(uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await openText(base64(bytes), find)).toBeUndefined()
      }),
    )
    expect(await openText('no Base64 at all!', find)).toBeUndefined()
  })
})

describe('the setting with private keys', () => {
  test('has one or several, between commas or white space', async () => {
    const [one, two] = [base64(key.write()), base64(other.write())]
    for (const text of [one, ` ${one}\n`, `${one},${two}`, `${one}\n${two}\n`]) {
      const keys = await parsePrivateKeys(text)
      const expected = text.includes(two) ? [key, other] : [key]
      expect(keys?.map((each) => each.getFingerprint())).toEqual(expected.map((each) => each.getFingerprint()))
    }
  })

  test('is damaged if one of them is', async () => {
    const one = base64(key.write())
    for (const text of ['', ' ', 'x', one.slice(0, -40), `${one},${one.slice(0, 400)}`, base64(key.toPublic().write()), '%'.repeat(40)]) {
      expect(await parsePrivateKeys(text)).toBeUndefined()
    }
  })
})

const registeredWith = async (probe: string) => ({ fingerprint: 'f', encrypts: true, probe: base64(await encrypted(probe)) })

test('a key whose probe opens to something else is not opened', async () => {
  const [right, wrong] = [await registeredWith('f'), await registeredWith('g')]
  expect(await unopenedKeys([right, wrong], find)).toEqual([wrong])
})
