import * as v from 'valibot'
import { keptText, nameHere } from './browser-storage.ts'
import { onDeliberateSignOut } from './deliberate-sign-out.ts'

/** The onboarding address that a visitor was sent away from to sign in: path and query, without the base path. */
const onboardingPath = v.pipe(v.string(), v.regex(/^\/client-onboarding\/?(\?[^#]*)?$/))

const stored = keptText('tab', nameHere('onboarding-path'))

// The next person at this screen is not offered somebody else's form.
onDeliberateSignOut(forgetOnboarding)

export function rememberOnboarding(path: string): void {
  stored.write(path)
}

export function rememberedOnboarding(): string | undefined {
  const path = v.safeParse(onboardingPath, stored.read())
  return path.success ? path.output : undefined
}

export function forgetOnboarding(): void {
  stored.forget()
}
