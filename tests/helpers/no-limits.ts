import type { LimitChanges } from '../../server/limits/figures.ts'
import type { Quotas } from '../../server/quotas.ts'

/** No quotas, for tests and measurements, in which one account writes much. */
export const noQuotas: Required<Quotas> = {
  rows_per_request: null,
  rows_per_account_hour: null,
  rows_per_network_hour: null,
  open_enrollments_per_account: null,
  deliveries_per_account_hour: null,
}

const anyNumber = { times: 1_000_000_000, seconds: 1 }
const scopes = { address: anyNumber, account: anyNumber, accountAtAddress: anyNumber }

/** Rate limits for tests and measurements, in which all clients share one address. */
export const noLimitChanges: LimitChanges = {
  'sign-up': scopes,
  password: scopes,
  'wrong-password': scopes,
  refresh: scopes,
  verify: scopes,
  email: scopes,
  user: scopes,
  factor: scopes,
  'wrong-factor': scopes,
  'anonymous-request': scopes,
  'refused-request': scopes,
}

/** The same as the variable RATE_LIMITS. */
export const noLimits = JSON.stringify(noLimitChanges)
