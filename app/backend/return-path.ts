import { keptText, nameHere } from './browser-storage.ts'
import { onDeliberateSignOut } from './deliberate-sign-out.ts'

/** The onboarding address that a visitor was sent away from to sign in: path and query, without the base path. */
const onboardingPath = /^\/client-onboarding\/?(\?[^#]*)?$/

const stored = keptText('tab', nameHere('onboarding-path'))

// The next person at this screen is not offered somebody else's form.
onDeliberateSignOut(forgetOnboarding)

export function rememberOnboarding(path: string): void {
  stored.write(path)
}

export function rememberedOnboarding(): string | undefined {
  const path = stored.read()
  return path && onboardingPath.test(path) ? path : undefined
}

export function forgetOnboarding(): void {
  stored.forget()
}
