import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// The alphabet, length, hash and format of Supabase Auth (supabase/auth internal/crypto/recovery_codes.go).

/** Lower-case base32 (RFC 4648): no 0, 1, 8 or 9 to take for a letter. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
/** 80 random bits, so that no number of guesses comes near one. */
const codeLength = 16
const codeFormat = new RegExp(`^[${alphabet}]{${codeLength}}$`)

const memoryKib = 19_456
const passes = 1
const saltBytes = 16
const hashFormat = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const derive = promisify(argon2)

export function newRecoveryCode(): string {
  // 256 is a multiple of 32: every letter is as likely.
  return Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** What a person typed, without spaces, hyphens and capitals. */
export const normalizedRecoveryCode = (typed: string): string => typed.replace(/[\s-]/gu, '').toLowerCase()

/** `$argon2id$v=19$m=19456,t=1,p=1$<salt>$<hash>`; it takes a thread of the pool for about 50 ms. */
export async function hashRecoveryCode(code: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive('argon2id', { message: code, nonce: salt, parallelism: 1, tagLength: 32, memory: memoryKib, passes })
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${unpadded(salt)}$${unpadded(hash)}`
}

/** Whether a code, as `normalizedRecoveryCode` makes it, has this hash. */
export async function isRecoveryCodeOf(hash: string, code: string): Promise<boolean> {
  const [, memory = '', times = '', lanes = '', salt = '', expected = ''] = hashFormat.exec(hash) ?? []
  if (!expected || !codeFormat.test(code)) return false
  const digest = Buffer.from(expected, 'base64')
  const actual = await derive('argon2id', {
    message: code,
    nonce: Buffer.from(salt, 'base64'),
    parallelism: Number(lanes),
    tagLength: digest.length,
    memory: Number(memory),
    passes: Number(times),
  })
  return timingSafeEqual(actual, digest)
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
