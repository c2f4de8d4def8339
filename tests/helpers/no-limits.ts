const anyNumber = { times: 1_000_000_000, seconds: 1 }
const scopes = { address: anyNumber, account: anyNumber, accountAtAddress: anyNumber }

/** Rate limits for tests and measurements, in which all clients share one address. */
export const noLimits = JSON.stringify({
  'sign-up': scopes,
  password: scopes,
  'wrong-password': scopes,
  refresh: scopes,
  verify: scopes,
  email: scopes,
  user: scopes,
  factor: scopes,
  'wrong-factor': scopes,
})
