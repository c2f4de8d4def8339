import type { LinkToken } from '../../../domain/email-link.ts'

/**
 * Where the press on a link leads that another program asked for: by the sign-in service, which uses its token and knows
 * whether it may lead there. Undefined for a link of this site, which signs in here.
 */
export function placeElsewhere(backendUrl: string, siteRoot: string, { hash, type, redirectTo }: LinkToken): string | undefined {
  // Supabase's name of the site has no slash at its end.
  if (redirectTo === undefined || `${redirectTo}/`.startsWith(siteRoot)) return undefined
  return `${backendUrl}/auth/v1/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString()}`
}
