import { randomUUID } from 'node:crypto'
import * as v from 'valibot'

export interface Account {
  email: string
  password: string
  refreshToken: string
}

const session = v.object({ refresh_token: v.string() })

/** Creates an account, which signs it in. */
export async function createAccount(origin: string): Promise<Account> {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'a good password' }
  const response = await fetch(`${origin}/auth/v1/signup`, { method: 'POST', body: JSON.stringify(credentials) })
  return { ...credentials, refreshToken: v.parse(session, await response.json()).refresh_token }
}
