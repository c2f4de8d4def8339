import { needsScript as words } from '#words/controls.ts'
import { site } from '../../site.config.ts'

/**
 * In a form that only the app can answer: `reason` where there is no script; and where the app is still missing long after
 * it was needed (an animation of the style sheet waits), that something did not load. Both name other ways to reach us.
 */
export function NeedsScript({ reason }: { reason: string }) {
  return (
    <>
      <noscript>
        <Notice className="notice" text={reason} />
      </noscript>
      <Notice className="notice not-loaded" text={words.notLoaded} />
    </>
  )
}

function Notice({ className, text }: { className: string; text: string }) {
  const { email, phone, phoneDialed } = site.contact
  return (
    <p className={className}>
      {`${text} ${words.write} `}
      <a href={`mailto:${email}`}>{email}</a>
      {` ${words.call} `}
      <a href={`tel:${phoneDialed}`}>{phone}</a>.
    </p>
  )
}
