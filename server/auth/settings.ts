import * as v from 'valibot'
import { limitChanges, type LimitChanges } from '../limits/figures.ts'
import type { AuthSettings } from './operations/auth-service.ts'
import type { WaySettings } from './ways/load-ways.ts'

/** The account settings that an operator can change. */
export interface AccountSettings
  extends Pick<AuthSettings, 'allowedRedirects' | 'sessionSeconds' | 'inactivitySeconds' | 'rateLimits'> {
  /** Whether the most common passwords are refused; undefined as long as the operator has not decided. */
  commonPasswords: 'refuse' | 'accept' | undefined
  ways: WaySettings
}

const hours = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,5}(\.[0-9]{1,2})?$/, 'must be a number of hours'),
  v.transform((text) => Math.round(Number(text) * 3600)),
  v.minValue(1, 'must be a number of hours'),
)

const addresses = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((address) => address.trim()).filter(Boolean)),
  v.everyItem(
    (address) => /^https?:\/\/[^/\s]/.test(address),
    'must be addresses such as https://www.example.org/**, separated by commas',
  ),
)

const limitsText = v.pipe(v.string(), v.startsWith('{'), v.parseJson(), limitChanges)

const rateLimits = v.pipe(
  v.string(),
  v.check((text) => v.is(limitsText, text), 'must be limits such as {"refresh":{"address":{"times":600,"seconds":60}}}'),
  v.parseJson(),
  limitChanges,
)

const onOrOff = v.picklist(['on', 'off'], 'must be on or off')

/** The environment variables of accounts. */
export const accountEntries = {
  AUTH_REDIRECTS: v.optional(addresses, ''),
  SESSION_HOURS: v.optional(hours),
  SESSION_IDLE_HOURS: v.optional(hours),
  RATE_LIMITS: v.optional(rateLimits, '{}'),
  COMMON_PASSWORDS: v.optional(v.picklist(['refuse', 'accept'], 'must be refuse or accept')),
  ANONYMOUS_SIGN_IN: v.optional(onOrOff, 'off'),
}

interface AccountVariables {
  AUTH_REDIRECTS?: string[]
  SESSION_HOURS?: number | undefined
  SESSION_IDLE_HOURS?: number | undefined
  RATE_LIMITS?: LimitChanges
  COMMON_PASSWORDS?: AccountSettings['commonPasswords']
  ANONYMOUS_SIGN_IN?: 'on' | 'off'
}

export function accountSettings(variables: AccountVariables): AccountSettings {
  return {
    allowedRedirects: variables.AUTH_REDIRECTS ?? [],
    sessionSeconds: variables.SESSION_HOURS,
    inactivitySeconds: variables.SESSION_IDLE_HOURS,
    rateLimits: variables.RATE_LIMITS ?? {},
    commonPasswords: variables.COMMON_PASSWORDS,
    ways: { anonymous: variables.ANONYMOUS_SIGN_IN === 'on' },
  }
}
