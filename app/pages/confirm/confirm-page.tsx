import { useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { authMessages } from '#words/auth.ts'
import { confirmPage as words, linkButtons } from '#words/confirm.ts'
import type { LinkToken, LinkType } from '../../../domain/email-link.ts'
import { forgetLink, keepLinkOf, keptLink } from '../../backend/links/kept-link.ts'
import { signInBackend } from '../../backend/sign-in-backend.ts'
import { paths } from '../../paths.ts'
import { OfflineNotice, UnsavedSessionNotice } from '../../session/connection-notices.tsx'
import { Link } from '../../ui/link.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showLine } from '../../ui/toasts.tsx'
import { useLinkFragment } from '../../ui/use-link-fragment.ts'
import { AuthForm, useAttempts, wentWell } from '../auth/auth-form.tsx'

/** Where the links in e-mails lead. Nothing is used up before the press: programs open links as well (R-EMAIL-LINK). */
export function Confirm() {
  const { hash } = useLocation()
  const isServed = useSyncExternalStore(neverChanges, () => false, () => true)
  const link = isServed ? undefined : keptLink(hash)
  const [used, setUsed] = useState<Used>()
  // Another link may be opened in this tab.
  const result = used && (!link || link.hash === used.hash) ? used.result : 'none'
  useLinkFragment(keepLinkOf)
  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.confirm} robots="noindex" />
      <div className="wrap">
        <div className="auth">
          <section className="card" aria-labelledby="confirm">
            <h1 id="confirm">{words.heading}</h1>
            <OfflineNotice />
            <UnsavedSessionNotice />
            {/* Rendered while empty, too: screen readers announce only what changes in a live region. */}
            <div role="status">
              {result === 'halfway' ? <p className="notice good">{words.halfway}</p> : null}
            </div>
            {isServed ? <NeedsScript reason={words.needsScript} /> : null}
            {isServed || result === 'leaving' ? <Spinner /> : null}
            {link && result === 'none' ? <LinkForm link={link} onUsed={(next) => setUsed({ hash: link.hash, result: next })} /> : null}
            {isServed || link || result !== 'none' ? null : <p>{authMessages.brokenLink}</p>}
            {isServed || result === 'leaving' ? null : (
              <Link className="more step-link" to={paths.auth}>
                {words.toSignIn}
              </Link>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

const neverChanges = () => () => undefined

/** A link that was pressed. `leaving`: what comes next is on another page. */
interface Used {
  hash: string
  result: 'leaving' | 'halfway'
}

/** The button, with whose address it is about: it signs in to that account. */
function LinkForm({ link, onUsed }: { link: LinkToken; onUsed: (result: Used['result']) => void }) {
  const attempts = useAttempts()
  const navigate = useNavigate()
  async function attempt() {
    const place = signInBackend().placeAfter(link)
    if ('elsewhere' in place) {
      forgetLink()
      onUsed('leaving')
      // Without a referrer: where it may not lead on, the service would lead back to this page.
      return Object.assign(document.createElement('a'), { href: place.elsewhere, rel: 'noreferrer' }).click()
    }
    const answer = await signInBackend().pressLink(link)
    if (!wentWell(answer)) return
    forgetLink()
    if (answer.outcome === 'halfway') return onUsed('halfway')
    onUsed('leaving')
    if (answer.outcome === 'signed-in') showLine(signedIn[link.type], 'success')
    await navigate(answer.outcome === 'signed-in' ? place.here : paths.auth, { replace: true })
  }
  return (
    <>
      <p>
        {words.asks[link.type]} <b>{link.email}</b>
      </p>
      <p>{words.caution}</p>
      <AuthForm words={formWords[link.type]} attempts={attempts} attempt={attempt}>
        {() => null}
      </AuthForm>
    </>
  )
}

const withBusy = (submit: string) => ({ submit, busy: words.busy })

const formWords = {
  signup: withBusy(linkButtons.signup),
  invite: withBusy(linkButtons.invite),
  recovery: withBusy(linkButtons.recovery),
  magiclink: withBusy(linkButtons.magiclink),
  email_change: withBusy(linkButtons.email_change),
} satisfies Record<LinkType, object>

const signedIn: Record<LinkType, string> = {
  signup: authMessages.confirmed,
  invite: authMessages.confirmed,
  recovery: authMessages.signedIn,
  magiclink: authMessages.signedIn,
  email_change: authMessages.addressChanged,
}
