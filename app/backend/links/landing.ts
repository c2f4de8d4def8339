import * as v from 'valibot'
import { authMessages, linkProblems } from '#words/auth.ts'
import { paths } from '../../paths.ts'

/** The parameters of a link: its code, and the name of the PKCE secret with which this browser requested the e-mail. */
export interface LinkCode {
  code: string
  flowId: string | undefined
}

/** `confirmed`: a link that proves the address and nothing more to this browser. */
export type EmailLink = ({ kind: 'code' } & LinkCode) | { kind: 'confirmed' }

export type Landing = EmailLink | { kind: 'refused'; message: string }

const flowParameter = 'sb_flow_id'

/**
 * What the backend and its client append to the address that a link leads to. The backend's codes are UUIDs; others are
 * ignored.
 */
const parametersSchema = v.object({
  code: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  [flowParameter]: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))), undefined),
  access_token: v.optional(v.string()),
  error_code: v.optional(v.string()),
  error_description: v.optional(v.string()),
})

/**
 * What a link in an e-mail, or the backend behind it, reports in this address; undefined for any other address. Tokens are
 * never accepted: they could sign a visitor in to somebody else's account, who would then own what is typed here.
 */
export function readLanding({ searchParams, hash }: URL): Landing | undefined {
  const fragment = new URLSearchParams(hash.slice(1))
  const parsed = v.safeParse(parametersSchema, { ...Object.fromEntries(fragment), ...Object.fromEntries(searchParams) })
  if (!parsed.success) return undefined
  const { code, access_token: token, error_code: errorCode, error_description: description } = parsed.output
  if (description ?? errorCode) return { kind: 'refused', message: refusalOf(errorCode) }
  if (code) return { kind: 'code', code, flowId: parsed.output[flowParameter] }
  return token || fragment.has(confirmedMark) ? { kind: 'confirmed' } : undefined
}

/** Anybody can write a link, so its text is never shown: a code that is known has words of ours (R-ADDRESS-TEXT). */
const refusalOf = (code = ''): string => (Object.hasOwn(linkProblems, code) && linkProblems[code]) || authMessages.brokenLink

const confirmedMark = 'confirmed'

let taken: EmailLink | undefined

interface Browser {
  /** The address of the page. */
  href: string
  /** With a slash at the end. */
  basePath: string
  /** Replaces the address, also in the history, without loading anything. */
  rename: (path: string) => void
  /** Loads another page in place of this one. */
  replace: (path: string) => void
  refuse: (message: string) => void
}

/**
 * Receives a link's parameters at the site root, and passes them on to /auth, which follows links. Returns whether this page
 * stays. The parameters are removed from the address.
 */
export function receiveEmailLink({ href, basePath, rename, replace, refuse }: Browser): 'staying' | 'leaving' {
  const address = new URL(href)
  const authPath = basePath + paths.auth.slice(1)
  const path = address.pathname.replace(/(.)\/$/, '$1')
  const isAuth = path === authPath
  if (!isAuth && address.pathname !== basePath) return 'staying'
  const landing = readLanding(address)
  if (!landing) return 'staying'
  rename(address.pathname)
  if (landing.kind === 'refused') {
    refuse(landing.message)
    return 'staying'
  }
  if (isAuth) {
    taken = landing
    return 'staying'
  }
  // In the fragment, which is sent to no server.
  replace(`${authPath}#${landing.kind === 'code' ? parametersOf(landing) : confirmedMark}`)
  return 'leaving'
}

function parametersOf({ code, flowId }: LinkCode): string {
  return new URLSearchParams({ code, ...(flowId !== undefined && { [flowParameter]: flowId }) }).toString()
}

/** The link that brought the visitor to /auth, once. */
export function takeEmailLink(): EmailLink | undefined {
  const link = taken
  taken = undefined
  return link
}
