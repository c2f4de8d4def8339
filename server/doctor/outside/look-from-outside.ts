import { errorCode } from '../../../domain/error-facts.ts'
import { printable, shortened } from '../../terminal/text.ts'
import { type Check, lookAtAll, type Looks } from '../check.ts'
import { type Answer, createAsk } from './ask.ts'
import { checkBackend, checkFunction, checkMailLinks } from './backend.ts'
import { checkFiles } from './files.ts'
import { checkFrame } from './frame.ts'
import { checkHeaders, checkPolicy } from './headers.ts'
import { readPage, readPolicy } from './page.ts'
import { checkBasePath, checkCanonical, checkMissingPage, checkPages } from './pages.ts'
import { headerOf, type Site } from './site.ts'
import { checkCertificate, checkRedirect, checkStrictTransport } from './transport.ts'

const looks: Looks<Site> = [
  ['Certificate', checkCertificate],
  ['Redirect', checkRedirect],
  ['Strict transport', checkStrictTransport],
  ['Headers', checkHeaders],
  ['Policy', checkPolicy],
  ['Canonical', checkCanonical],
  ['Base path', checkBasePath],
  ['Missing page', checkMissingPage],
  ['Pages', checkPages],
  ['Files', checkFiles],
  ['Contact form', checkFrame],
  ['Backend', checkBackend],
  ['Function', checkFunction],
  ['Mail links', checkMailLinks],
]

export interface OutsideSettings {
  /** A certificate authority that is trusted instead of the usual ones. */
  authority?: string
  /** Where unencrypted requests are answered: 80 if the site has the usual port, too. */
  plainPort?: number
  /** How long everything may take: 90 seconds, unless told otherwise. */
  limitMs?: number
}

const maxDetail = 300

/** Looks at a site as its visitors do. The address is that of its first page. */
export async function lookFromOutside(address: URL, { authority, plainPort, limitMs = 90_000 }: OutsideSettings = {}): Promise<Check[]> {
  const signal = AbortSignal.timeout(limitMs)
  const url = Object.assign(new URL(address), { search: '', hash: '', pathname: address.pathname.replace(/\/*$/, '/') })
  const first = await firstLook(url, authority, signal)
  const checks = [first.check]
  if (first.home) {
    const policy = readPolicy(headerOf(first.home, 'content-security-policy'))
    // Whoever is not to be trusted may still be asked: nothing secret is sent.
    const ask = createAsk({ authority, verifies: false, signal })
    const port = plainPort ?? (url.port ? undefined : 80)
    checks.push(...(await lookAtAll(looks, { url, home: first.home, page: readPage(first.home.body), policy, ask, plainPort: port, now: new Date() })))
  }
  return checks.map((check) => ({ ...check, detail: shortened(printable(check.detail), maxDetail) }))
}

/** The first page, whatever its certificate is. */
async function firstLook(url: URL, authority: string | undefined, signal: AbortSignal): Promise<{ check: Check; home?: Answer }> {
  const name = 'Site'
  const ask = (verifies: boolean) => createAsk({ authority, verifies, signal })(url)
  try {
    const home = await ask(true)
    return judgeHome(home)
  } catch (error) {
    const code = errorCode(error) ?? 'no answer'
    const home = await ask(false).catch(() => undefined)
    if (!home) return { check: { name, result: 'fault', detail: `${url.href} cannot be reached (${code})` } }
    return { check: { name, result: 'fault', detail: `browsers refuse its certificate (${code})` }, home }
  }
}

function judgeHome(home: Answer): { check: Check; home?: Answer } {
  const name = 'Site'
  const { url, status } = home
  if (status >= 300 && status < 400) {
    return { check: { name, result: 'fault', detail: `${url.href} leads to ${headerOf(home, 'location')}: look at that address` } }
  }
  if (status !== 200 || !headerOf(home, 'content-type').startsWith('text/html')) {
    return { check: { name, result: 'fault', detail: `${url.href} answers ${status} with ${headerOf(home, 'content-type') || 'nothing'}` } }
  }
  return { check: { name, result: 'ok', detail: `${url.href} answers` }, home }
}
