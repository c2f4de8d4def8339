import * as v from 'valibot'
import { type Check, type Installation, lookAtAll, type Looks } from './check.ts'
import { createAsk } from './outside/ask.ts'
import { checkBackend, checkFunction, checkMailLinks, type SiteAndBackend } from './outside/backend.ts'

type Project = SiteAndBackend & { url: URL; projectUrl: URL; publishableKey: string }

const looks: Looks<Project> = [
  ['Project', async (project) => ({ ...(await checkBackend(project)), name: 'Project' })],
  ['Function', checkFunction],
  ['Sign-in', checkSignIn],
  ['Mail links', checkMailLinks],
]

const limitMs = 30_000

/** The Supabase project as the browser sees it. Its secrets and the words of its e-mails cannot be seen so. */
export async function checkSupabase({ environment: { site } }: Installation): Promise<Check[]> {
  if (!site.supabase) return []
  const projectUrl = new URL(site.supabase.url)
  return lookAtAll(looks, {
    url: new URL(site.origin + site.basePath),
    policy: new Map([['connect-src', [projectUrl.origin]]]),
    ask: createAsk({ verifies: true, signal: AbortSignal.timeout(limitMs) }),
    projectUrl,
    publishableKey: site.supabase.publishableKey,
  })
}

/** Of the answer to `/settings` (supabase/auth internal/api/settings.go). */
const settingsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    disable_signup: v.boolean(),
    mailer_autoconfirm: v.boolean(),
    external: v.object({ email: v.boolean(), anonymous_users: v.optional(v.boolean(), false) }),
  }),
)

/** Whether Supabase Auth lets clients sign up as supabase/config.toml says. */
async function checkSignIn({ ask, projectUrl, publishableKey }: Project): Promise<Check> {
  const name = 'Sign-in'
  const { status, body } = await ask(new URL('auth/v1/settings', projectUrl), { headers: { apikey: publishableKey } })
  if (status === 401) return { name, result: 'fault', detail: 'the project refuses SUPABASE_PUBLISHABLE_KEY' }
  const settings = v.safeParse(settingsSchema, body)
  if (status !== 200 || !settings.success) return { name, result: 'fault', detail: `${projectUrl.host} answers ${status}, and not with the settings of sign-in` }
  const { disable_signup: isClosed, mailer_autoconfirm: confirmsItself, external } = settings.output
  if (isClosed || !external.email) return { name, result: 'fault', detail: 'nobody can sign up by e-mail: supabase config push' }
  // A confirmed address claims enrollments without an owner, so it has to be proven.
  if (confirmsItself) return { name, result: 'fault', detail: 'addresses count as confirmed without an e-mail: turn "Confirm email" on' }
  if (external.anonymous_users) return { name, result: 'warning', detail: 'anonymous sign-ins are on, which the site does not use' }
  return { name, result: 'ok', detail: 'by e-mail, with confirmed addresses' }
}
