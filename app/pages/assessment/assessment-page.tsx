import { assessmentPage } from '#words/assessment.ts'
import { paths } from '../../paths.ts'
import { Assessment } from './assessment.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** The same questions as on home, on a page of their own (R-ASSESSMENT). */
export function AssessmentPage() {
  const { title, description, heading, lead } = assessmentPage
  return (
    <>
      <PageHead title={title} description={description} path={paths.assessment} picture="scale" />
      <div className="wrap">
        <header className="page-head">
          <h1>{heading}</h1>
          <p className="lead">{lead}</p>
        </header>
        <div className="body">
          <Assessment place="page" />
        </div>
      </div>
    </>
  )
}
