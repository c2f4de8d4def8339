import { keptText, nameHere } from './browser-storage.ts'
import { onDeliberateSignOut } from './deliberate-sign-out.ts'

/** A page that wants a session, which a visitor was sent away from to sign in. */
export interface ReturnPath {
  to: 'onboarding' | 'account'
  /** Path and query, without the base path. */
  path: string
}

const returnPaths = { onboarding: /^\/client-onboarding\/?(\?[^#]*)?$/, account: /^\/account\/?$/ }

const stored = keptText('tab', nameHere('return-path'))

// The next person at this screen is not offered somebody else's page.
onDeliberateSignOut(forgetReturn)

export function rememberReturn(path: string): void {
  stored.write(path)
}

export function rememberedReturn(): ReturnPath | undefined {
  const path = stored.read()
  if (!path) return undefined
  if (returnPaths.onboarding.test(path)) return { to: 'onboarding', path }
  return returnPaths.account.test(path) ? { to: 'account', path } : undefined
}

export function forgetReturn(): void {
  stored.forget()
}
