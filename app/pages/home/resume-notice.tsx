import { useSyncExternalStore } from 'react'
import { home } from '#words/home.ts'
import { rememberedOnboarding } from '../../backend/return-path.ts'
import { Link } from '../../ui/link.tsx'

const words = home.resume
const neverChanges = () => () => undefined

/** Leads back to the onboarding form from which this tab was redirected to sign in. */
export function ResumeNotice() {
  const path = useSyncExternalStore(neverChanges, rememberedOnboarding, () => undefined)
  if (!path) return null
  return (
    <aside className="wrap resume" aria-label={words.label}>
      <div className="notice">
        <p>{words.text}</p>
        <Link className="more" to={path}>
          {words.link}
        </Link>
      </div>
    </aside>
  )
}
