import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  assessmentDefaults,
  type AssessmentField,
  type AssessmentInputs,
  parseAssessment,
  readAssessment,
} from '../../domain/assessment.ts'
import { forgetInputs, storedInputs, storeInputs } from './stored-assessment.ts'
import { useReturn } from './use-return.ts'

interface Assessment {
  form: RefObject<HTMLFormElement | null>
  inputs: AssessmentInputs
  /** Of the controls: where it changes they are to be drawn anew, since they may no longer show the inputs. */
  edition: number
  change: (field: AssessmentField, value: string | number | boolean) => void
  clear: () => void
}

/**
 * The inputs of the assessment, remembered for the tab. The served page has the defaults; what was stored, and what was
 * answered before the page came alive, follow right after. Only what a visitor changes is stored.
 */
export function useAssessment(): Assessment {
  const form = useRef<HTMLFormElement>(null)
  const [inputs, setInputs] = useState(assessmentDefaults)
  const [edition, setEdition] = useState(0)
  useReturn(() => setEdition((before) => before + 1))

  useLayoutEffect(() => {
    const early = form.current ? earlyAnswers(form.current) : []
    const found = parseAssessment({ ...storedInputs(), ...Object.fromEntries(early) })
    if (early.length > 0) storeInputs(found)
    setInputs(found)
  }, [])

  return {
    form,
    inputs,
    edition,
    change(field, value) {
      const changed = parseAssessment({ ...inputs, [field]: value })
      setInputs(changed)
      storeInputs(changed)
    },
    clear() {
      setInputs(assessmentDefaults)
      forgetInputs()
    },
  }
}

/** What the form shows and the served page does not: a visitor was faster than the script. */
function earlyAnswers(form: HTMLFormElement): [string, unknown][] {
  const shown = new FormData(form)
  const inputs = readAssessment((field) => shown.get(field))
  return Object.entries(inputs).filter(([, value]) => Boolean(value))
}
