import type { Check } from '../check.ts'
import { headerOf, isWithin, type Site } from './site.ts'

/** What has to be known of a site to look at its backend. */
export type SiteAndBackend = Pick<Site, 'url' | 'policy' | 'ask'>

/** Where the pages find sign-in, tables and the function: below the site itself, or another origin that the policy names. */
function backendOf({ url, policy }: SiteAndBackend): URL {
  const other = policy.get('connect-src')?.map((source) => URL.parse(source)).find((source) => source && /^https?:$/.test(source.protocol))
  return other ?? url
}

const functionPath = 'functions/v1/submit-to-disputefox'

/** Whether the backend takes forms: the gateway says so of itself, and of Supabase it is seen whether the function is there. */
export async function checkBackend(site: SiteAndBackend): Promise<Check> {
  const name = 'Backend'
  const backend = backendOf(site)
  if (backend === site.url) {
    const { status } = await site.ask(new URL('readyz', backend))
    if (status === 200) return { name, result: 'ok', detail: 'the gateway takes forms' }
    const why = status === 503 ? 'clients can save nothing: npm run doctor there says why' : 'the gateway is not behind this address'
    return { name, result: 'fault', detail: `readyz answers ${status}: ${why}` }
  }
  const { status } = await site.ask(new URL('auth/v1/health', backend))
  // Without a key Supabase says 401, which is an answer.
  if (status !== 200 && status !== 401) return { name, result: 'fault', detail: `${backend.host} answers ${status}: is the project paused?` }
  return { name, result: 'ok', detail: `${backend.host} answers` }
}

/** Whether the function is there and pages of this site may call it (Fetch Standard, "CORS protocol"). */
export async function checkFunction(site: SiteAndBackend): Promise<Check> {
  const name = 'Function'
  const address = new URL(functionPath, backendOf(site))
  const asked = { origin: site.url.origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization, content-type' }
  const preflight = await site.ask(address, { method: 'OPTIONS', headers: asked })
  if (preflight.status === 404) return { name, result: 'fault', detail: 'submit-to-disputefox is not there: supabase functions deploy' }
  const allowed = headerOf(preflight, 'access-control-allow-origin')
  if (preflight.status >= 300 || (allowed !== '*' && allowed !== site.url.origin)) {
    return { name, result: 'fault', detail: `submit-to-disputefox answers ${preflight.status} and does not let pages of ${site.url.origin} call it` }
  }
  // The function's own words: a platform that looks at tokens first would have others.
  const { status, body } = await site.ask(address, { method: 'POST' })
  if (status !== 401 || !body.includes('"unauthorized"')) {
    return { name, result: 'fault', detail: `submit-to-disputefox answers ${status} to nobody: is verify_jwt off (supabase/config.toml), and does its log say anything?` }
  }
  return { name, result: 'ok', detail: 'submit-to-disputefox is there, and pages may call it' }
}

/**
 * Where links in e-mails lead: a link that is not valid shows it, since the sign-in service sends its visitor to the address
 * that was asked for if that is allowed, and to the site otherwise.
 */
export async function checkMailLinks(site: SiteAndBackend): Promise<Check> {
  const name = 'Mail links'
  const backend = backendOf(site)
  const targetFor = async (asked?: URL) => {
    const address = new URL('auth/v1/verify?type=signup&token=doctor', backend)
    if (asked) address.searchParams.set('redirect_to', asked.href)
    const answer = await site.ask(address)
    const location = headerOf(answer, 'location')
    return { status: answer.status, location: location.replace(/[?#].*$/s, ''), target: URL.parse(location, address) }
  }
  const { status, location, target } = await targetFor()
  const where = backend === site.url ? 'SITE_ORIGIN and BASE_PATH of the gateway' : 'the Site URL of Supabase Auth'
  if (!target) return { name, result: 'fault', detail: `${backend.host} answers ${status} to a link of an e-mail, and leads nowhere` }
  if (!isWithin(site, new URL(`${target.origin}${target.pathname.replace(/\/*$/, '/')}`))) return { name, result: 'fault', detail: `they lead to ${target.origin}${target.pathname}: set ${where}` }
  // The templates have a slash behind it.
  if (backend !== site.url && location.endsWith('/')) {
    return { name, result: 'fault', detail: `they lead to ${location}/confirm, with a slash too many: write the Site URL of Supabase Auth without the last one` }
  }
  const page = new URL('auth', site.url)
  const asked = await targetFor(page)
  if (asked.target?.pathname !== page.pathname) {
    return { name, result: 'fault', detail: `they may not lead to ${page.href}: allow ${site.url.href}** as a redirect URL of Supabase Auth` }
  }
  return { name, result: 'ok', detail: `they lead to ${site.url.href}` }
}
