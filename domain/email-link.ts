/** What the token of an e-mail's link is for, in the terms of Supabase Auth. */
export const linkTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change'] as const

export type LinkType = (typeof linkTypes)[number]

/** What a link in an e-mail of the sign-in service carries. */
export interface LinkToken {
  hash: string
  type: LinkType
  /** The address that its account has once it is used. */
  email: string
  /** Where the press is to lead, if not to the root of the site. */
  redirectTo?: string
}

/**
 * The address of a link in an e-mail: a page with a button, since programs that check e-mails open links as well
 * (R-EMAIL-LINK). What it carries stands behind the `#`, which is sent to no server.
 *
 * @param siteRoot ends with a slash
 */
export function emailLink(siteRoot: string, { hash, type, email, redirectTo }: LinkToken): string {
  const end = redirectTo === undefined ? '' : `&redirect_to=${encodeURIComponent(redirectTo)}`
  return `${siteRoot}confirm#token_hash=${hash}&type=${type}&email=${encodeURIComponent(email)}${end}`
}

const fragmentFormat = /^#token_hash=([\w-]{16,128})&type=([a-z_]+)&email=(.+?)(?:&redirect_to=(.+))?$/

/** What the fragment of such an address carries; undefined for any other. The e-mail address is not checked. */
export function linkTokenOf(fragment: string): LinkToken | undefined {
  const [, hash, type, email, redirectTo] = fragmentFormat.exec(fragment) ?? []
  const known = linkTypes.find((each) => each === type)
  if (hash === undefined || email === undefined || !known) return undefined
  try {
    return { hash, type: known, email: decodeURIComponent(email), ...(redirectTo && { redirectTo: decodeURIComponent(redirectTo) }) }
  } catch {
    return undefined
  }
}
