import { useSyncExternalStore } from 'react'
import { home } from '#words/home.ts'
import { rememberedReturn } from '../../backend/return-path.ts'
import { Link } from '../../ui/link.tsx'

const neverChanges = () => () => undefined

/** Leads back to the page from which this tab was redirected to sign in. */
export function ResumeNotice() {
  const isServed = useSyncExternalStore(neverChanges, () => false, () => true)
  const kept = isServed ? undefined : rememberedReturn()
  if (!kept) return null
  const words = home.resume[kept.to]
  return (
    <aside className="wrap resume" aria-label={words.label}>
      <div className="notice">
        <p>{words.text}</p>
        <Link className="more" to={kept.path}>
          {words.link}
        </Link>
      </div>
    </aside>
  )
}
