import { needsScript as words } from '../../content/controls.ts'
import { site } from '../../site.config.ts'

/**
 * What stands in a form that only the app can answer: `reason` where there is no script, and that something did not load
 * where the app is not there long after it was needed (the style sheet counts). Both name other ways to reach us.
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
