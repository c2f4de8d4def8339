import { useSyncExternalStore } from 'react'
import { legalPage } from '#words/legal.ts'
import type { LegalFrontMatter } from '#words/front-matter.ts'
import { longDate } from '#words/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import type { Document } from '../../ui/prose.tsx'
import { Reading } from '../../ui/reading.tsx'

interface LegalProps {
  path: string
  document: Document<LegalFrontMatter>
}

/** Any of the five legal texts (R-LEGAL). */
export function Legal({ path, document }: LegalProps) {
  const { title, description, version } = document.frontMatter
  return (
    <>
      <PageHead title={title} description={description} path={path} picture="scale" />
      <div className="wrap">
        <header className="page-head">
          <h1>{title}</h1>
          <p className="meta">
            <span className="nb">
              {legalPage.version} {version}
            </span>
            <LastUpdated />
          </p>
        </header>
        <Reading document={document} contents={legalPage.contents} />
      </div>
    </>
  )
}

const never = () => () => {}
const today = () => longDate(new Date())
const unknown = () => undefined

/**
 * R-LAST-UPDATED: the current date, which only the browser knows. The served page keeps its place, and `boot.ts` fills it
 * before the app is there.
 */
function LastUpdated() {
  const date = useSyncExternalStore<string | undefined>(never, today, unknown)
  return (
    <span className="updated" data-today={legalPage.lastUpdated} suppressHydrationWarning>
      {date ? `${legalPage.lastUpdated} ${date}` : ''}
    </span>
  )
}
