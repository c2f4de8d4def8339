import type { LinkToken } from '../../../domain/email-link.ts'

/**
 * Where the press on a link leads. `here`: a path of this site, once it has signed in here. `elsewhere`: an address of the
 * sign-in service, for a link that another program asked for; the service uses its token and knows whether it may lead there.
 */
export type PlaceAfter = { here: string } | { elsewhere: string }

export function placeAfter(backendUrl: string, siteRoot: string, { hash, type, redirectTo = siteRoot }: LinkToken): PlaceAfter {
  const page = parsed(redirectTo)
  // The client library's name for the browser that asked; any may press.
  page?.searchParams.delete('sb_flow_id')
  // Supabase's name of the site has no slash at its end. Another slash at the beginning of a path would name another host.
  if (!page || `${page.href}/`.startsWith(siteRoot)) return { here: `/${page?.href.slice(siteRoot.length).replace(/^\/+/, '') ?? ''}` }
  return { elsewhere: `${backendUrl}/auth/v1/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString()}` }
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    // Anybody can write a link. `URL.canParse` is younger than the oldest browsers that are served.
    return undefined
  }
}
