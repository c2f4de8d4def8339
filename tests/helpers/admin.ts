import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GoTrueAdminApi } from '@supabase/auth-js'
import type { Hono } from 'hono'
import { loadServiceKey } from '../../server/auth/keys/service-key.ts'
import { startAuth, type TestAuth } from './auth.ts'

/** The secret of the organisation's own programs. */
export async function serviceKeyOf({ keys, now }: Pick<TestAuth, 'keys' | 'now'>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'service-key-'))
  const serviceKey = await loadServiceKey(folder, keys, now)
  await rm(folder, { recursive: true })
  return serviceKey
}

/** The official client's administration with this token. */
export function adminWith(app: Hono, token: string): GoTrueAdminApi {
  return new GoTrueAdminApi({
    url: 'http://auth.test',
    headers: { Authorization: `Bearer ${token}` },
    fetch: async (input, init) => app.request(input instanceof URL ? input.href : input, init),
  })
}

/** The sign-in service with its administration: by the official client, and by the header that this sends. */
export async function startAdmin(): Promise<{ auth: TestAuth; admin: GoTrueAdminApi; authorization: string }> {
  const auth = await startAuth()
  const serviceKey = await serviceKeyOf(auth)
  return { auth, admin: adminWith(auth.app, serviceKey), authorization: `Bearer ${serviceKey}` }
}
