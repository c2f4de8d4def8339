import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formOf, openForm, type Opening, startAnother } from '../../backend/opened-form.ts'
import { draftOf, moveDraft } from './onboarding-draft.ts'

/** The form that the address opens, with what was left there before, until another one is started on purpose. */
export function useOpenedForm({ userId, planName, enrollmentId }: Opening) {
  const navigate = useNavigate()
  const [copy, setCopy] = useState(0)
  const [startedFor, setStartedFor] = useState<string>()
  const opened = useMemo(() => {
    const opening: Opening = { userId, planName, enrollmentId }
    const name = formOf(opening)
    return { opening, name, key: `${name} ${copy}`, form: openForm(opening), draft: draftOf(opening) }
  }, [userId, planName, enrollmentId, copy])

  /** What was typed goes along: it is for the other person. */
  function startForSomebodyElse() {
    const another: Opening = { userId, planName, enrollmentId: undefined }
    startAnother(another)
    if (enrollmentId) moveDraft(opened.opening, another)
    setStartedFor(formOf(another))
    if (!enrollmentId) return setCopy((before) => before + 1)
    void navigate({ search: String(new URLSearchParams({ plan: planName })) }, { replace: true })
  }

  const answer: 'another' | 'replace' = startedFor === opened.name ? 'another' : 'replace'
  return { ...opened, answer, startForSomebodyElse }
}
