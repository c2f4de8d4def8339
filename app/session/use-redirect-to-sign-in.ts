import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberReturn } from '../backend/return-path.ts'
import type { Session } from '../backend/use-session.ts'
import { paths } from '../paths.ts'
import { showNotice } from '../ui/toasts.tsx'
import type { useDeliberateSignOut } from './use-deliberate-sign-out.ts'

type Notice = { title: string; message: string }

/** Whether /auth has something to ask first: the password, a code, or a new password. */
export const mustSignIn = ({ state }: Session): boolean =>
  state === 'signed-out' || state === 'needs-code' || state === 'choosing-password'

/**
 * Redirects to /auth, with a notice why, once, unless the visitor has signed out in this tab. The way back is stored for the
 * tab unless anybody has signed out deliberately.
 */
export function useRedirectToSignIn(signedOut: ReturnType<typeof useDeliberateSignOut>) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const wasNotified = useRef(false)
  return useCallback(
    (notice: Notice) => {
      if (signedOut === 'no') rememberReturn(pathname + search)
      if (signedOut !== 'here' && !wasNotified.current) showNotice({ ...notice, tone: 'error' })
      wasNotified.current = true
      void navigate(paths.auth, { replace: true })
    },
    [signedOut, pathname, search, navigate],
  )
}
