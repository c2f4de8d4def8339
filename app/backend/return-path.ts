import * as v from 'valibot'

/**
 * The onboarding address that a visitor was sent away from to sign in: path and query, without the base path.
 * Kept for the tab. A browser that refuses storage only forgets it.
 */
const onboardingPath = v.pipe(v.string(), v.regex(/^\/client-onboarding\/?(\?[^#]*)?$/))

/** The base path is part of the name: two sites on one host stay apart. */
const storageName = `onboarding-path:${import.meta.env.BASE_URL}`

export function rememberOnboarding(path: string): void {
  withStorage((storage) => storage.setItem(storageName, path))
}

export function rememberedOnboarding(): string | undefined {
  const path = v.safeParse(onboardingPath, withStorage((storage) => storage.getItem(storageName)))
  return path.success ? path.output : undefined
}

export function forgetOnboarding(): void {
  withStorage((storage) => storage.removeItem(storageName))
}

function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
