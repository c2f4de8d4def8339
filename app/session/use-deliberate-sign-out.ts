import { useEffect, useState } from 'react'
import { onDeliberateSignOut } from '../backend/deliberate-sign-out.ts'

/** Whether somebody has signed out deliberately since this page was opened, and whether in this tab. */
export function useDeliberateSignOut(): 'no' | 'here' | 'elsewhere' {
  const [signedOut, setSignedOut] = useState<'no' | 'here' | 'elsewhere'>('no')
  useEffect(() => onDeliberateSignOut((_, where) => setSignedOut(where)), [])
  return signedOut
}
