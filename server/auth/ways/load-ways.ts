import type { Ways } from '../operations/auth-service.ts'

/** The ways to sign in beside e-mail and password. Each is off until its setting switches it on. */
export interface WaySettings {
  /** Accounts without any name, which may become lasting ones. */
  anonymous: boolean
}

export const noWays: WaySettings = { anonymous: false }

/** Loads the code of the ways that are on, and no other. */
export async function loadWays({ anonymous }: WaySettings): Promise<Ways> {
  return { ...(anonymous && { anonymous: await import('./anonymous/sign-up-anonymously.ts') }) }
}
