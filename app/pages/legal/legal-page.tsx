import { legalPage } from '../../../content/legal.ts'
import type { LegalFrontMatter } from '../../../content/front-matter.ts'
import { LastUpdated } from './last-updated.tsx'
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
