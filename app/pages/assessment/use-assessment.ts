import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  assessmentDefaults,
  type AssessmentField,
  type AssessmentInputs,
  assessmentStoredAs,
  parseAssessment,
  readAssessment,
} from '../../../domain/assessment.ts'
import { keptText } from '../../backend/browser-storage.ts'
import { useReturn } from '../../ui/use-return.ts'

/** The tab's memory of the assessment (R-ASSESSMENT-MEMORY). */
const stored = keptText('tab', assessmentStoredAs)

interface Assessment {
  form: RefObject<HTMLFormElement | null>
  inputs: AssessmentInputs
  /** A key of the controls: when it changes they are drawn anew, since they may no longer show the inputs. */
  edition: number
  change: (field: AssessmentField, value: string | number | boolean) => void
  clear: () => void
}

/**
 * The inputs of the assessment, stored for the tab. The served page has the defaults; stored answers, and those given
 * before hydration, follow right after. Only what a visitor changes is stored.
 */
export function useAssessment(): Assessment {
  const form = useRef<HTMLFormElement>(null)
  const [inputs, setInputs] = useState(assessmentDefaults)
  const [edition, setEdition] = useState(0)
  useReturn(() => setEdition((before) => before + 1))

  useLayoutEffect(() => {
    const early = form.current ? earlyAnswers(form.current) : []
    const found = parseAssessment({ ...parseAssessment(stored.read()), ...Object.fromEntries(early) })
    if (early.length > 0) store(found)
    setInputs(found)
  }, [])

  return {
    form,
    inputs,
    edition,
    change(field, value) {
      const changed = parseAssessment({ ...inputs, [field]: value })
      setInputs(changed)
      store(changed)
    },
    clear() {
      setInputs(assessmentDefaults)
      stored.forget()
    },
  }
}

/** Answers given before hydration: what the form shows other than the served page. */
function earlyAnswers(form: HTMLFormElement): [string, unknown][] {
  const shown = new FormData(form)
  const inputs = readAssessment((field) => shown.get(field))
  return Object.entries(inputs).filter(([, value]) => Boolean(value))
}

function store(inputs: AssessmentInputs): void {
  stored.write(JSON.stringify(inputs))
}
