import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Hands over what a link from an e-mail carries behind the `#`; what `keep` takes leaves the address and the history. */
export function useLinkFragment(keep: (hash: string) => boolean): void {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (keep(hash)) void navigate({ pathname, search }, { replace: true })
  }, [keep, pathname, search, hash, navigate])
}
