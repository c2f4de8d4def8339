import * as v from 'valibot'

/** So often in so many seconds, all at once or spread over them. */
export interface Limit {
  times: number
  seconds: number
}

/** What a limit counts: requests from a network, for an account, or both together. */
export type Scope = 'address' | 'account' | 'accountAtAddress'

const actions = [
  'sign-up',
  'password',
  'wrong-password',
  'refresh',
  'verify',
  'letter',
  'user',
  'factor',
  'wrong-factor',
] as const

export type LimitedAction = (typeof actions)[number]

/**
 * What is limited, and how much by default. The figures per address are those of a fresh Supabase project, which has
 * none per account. An account is meant by whatever a request names it with, whether it exists or not.
 */
export const defaultLimits: Record<LimitedAction, Partial<Record<Scope, Limit>>> = {
  'sign-up': { address: { times: 30, seconds: 300 } },
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
  letter: {
    address: { times: 30, seconds: 300 },
    accountAtAddress: { times: 10, seconds: 3600 },
    account: { times: 30, seconds: 3600 },
  },
  user: { address: { times: 30, seconds: 300 } },
  factor: { address: { times: 15, seconds: 60 }, account: { times: 30, seconds: 300 } },
  'wrong-factor': { account: { times: 100, seconds: 86_400 } },
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Limits that replace default ones, as an operator writes them: `{"refresh":{"address":{"times":600,"seconds":60}}}`. */
export const limitChanges = v.record(
  v.picklist(actions),
  v.record(v.picklist(['address', 'account', 'accountAtAddress']), v.strictObject({ times: whole, seconds: whole })),
)

export type LimitChanges = v.InferOutput<typeof limitChanges>
