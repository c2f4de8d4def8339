import * as v from 'valibot'

/** A number of requests per time, in a burst or spread out. */
export interface Limit {
  times: number
  seconds: number
}

/** What a limit counts: requests from a network, for an account, or for an account from a network. */
export type Scope = 'address' | 'account' | 'accountAtAddress'

const actions = [
  'sign-up',
  'anonymous-sign-up',
  'password',
  'wrong-password',
  'refresh',
  'verify',
  'email',
  'user',
  'factor',
  'wrong-factor',
  'anonymous-request',
  'refused-request',
] as const

export type LimitedAction = (typeof actions)[number]

/**
 * The default limits. Those per address are the ones of a fresh Supabase project (supabase/auth
 * internal/conf/configuration.go), which has none per account. Accounts are counted by the name in the request, whether
 * they exist or not.
 */
export const defaultLimits: Record<LimitedAction, Partial<Record<Scope, Limit>>> = {
  'sign-up': { address: { times: 30, seconds: 300 } },
  'anonymous-sign-up': { address: { times: 30, seconds: 3600 } },
  password: { address: { times: 30, seconds: 300 } },
  'wrong-password': {
    address: { times: 30, seconds: 300 },
    accountAtAddress: { times: 10, seconds: 300 },
    account: { times: 100, seconds: 3600 },
  },
  refresh: { address: { times: 150, seconds: 300 } },
  verify: {
    address: { times: 30, seconds: 300 },
    accountAtAddress: { times: 30, seconds: 3600 },
    account: { times: 100, seconds: 3600 },
  },
  // Here an account is a mailbox, whose sub-addresses count together.
  email: {
    address: { times: 30, seconds: 300 },
    accountAtAddress: { times: 10, seconds: 3600 },
    account: { times: 30, seconds: 3600 },
  },
  user: { address: { times: 30, seconds: 300 } },
  factor: { address: { times: 15, seconds: 60 }, accountAtAddress: { times: 30, seconds: 300 } },
  // Of a million codes three are right at a time: 100 a day find one in 9 years, on average.
  'wrong-factor': {
    accountAtAddress: { times: 30, seconds: 86_400 },
    account: { times: 100, seconds: 86_400 },
  },
  // Of tables, SQL functions and the delivery function (R-REQUEST-LIMITS).
  'anonymous-request': { address: { times: 60, seconds: 60 } },
  'refused-request': { address: { times: 300, seconds: 300 }, account: { times: 60, seconds: 300 } },
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Limits that replace the defaults, as an operator writes them: `{"refresh":{"address":{"times":600,"seconds":60}}}`. */
export const limitChanges = v.record(
  v.picklist(actions),
  v.record(v.picklist(['address', 'account', 'accountAtAddress']), v.strictObject({ times: whole, seconds: whole })),
)

export type LimitChanges = v.InferOutput<typeof limitChanges>
