import { useCallback, useEffect, useRef, useState } from 'react'
import { accountBackend } from '../../backend/account-backend.ts'
import type { OwnAccount } from '../../backend/own-account.ts'
import type { OwnUser } from '../../backend/own-credentials.ts'
import type { CodesLeft } from '../../backend/second-factors.ts'

/** Everything that the page shows of an account. */
export interface Shown {
  account: OwnAccount
  user: OwnUser
  codes: CodesLeft | undefined
  /** Whether this session got in by a recovery code. */
  byRecoveryCode: boolean
  readAt: Date
}

type Reading = { state: 'reading' | 'failed' } | ({ state: 'read' } & Shown)

export interface Reader {
  reading: Reading
  /** Reads everything again; what is shown stays meanwhile, and if it fails. */
  reread: () => Promise<void>
}

export function useOwnAccount(onSignedOut: () => void): Reader {
  const [reading, setReading] = useState<Reading>({ state: 'reading' })
  const latest = useRef(onSignedOut)
  useEffect(() => {
    latest.current = onSignedOut
  })
  const take = useCallback((found: Shown | 'signed-out' | undefined) => {
    if (found === 'signed-out') return latest.current()
    setReading((before) => (found ? { state: 'read', ...found } : before.state === 'read' ? before : { state: 'failed' }))
  }, [])
  useEffect(() => void read().then(take), [take])
  return { reading, reread: async () => take(await read()) }
}

async function read(): Promise<Shown | 'signed-out' | undefined> {
  const backend = accountBackend()
  const [account, user] = await Promise.all([backend.readAccount(), backend.readUser()])
  if (account.outcome === 'signed-out') return 'signed-out'
  if (account.outcome !== 'done' || !user) return undefined
  const [codes, byRecoveryCode] = await Promise.all([backend.readCodes(user.factors), backend.isByRecoveryCode()])
  return { account: account.value, user, codes, byRecoveryCode, readAt: new Date() }
}
