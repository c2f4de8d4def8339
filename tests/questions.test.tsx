import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AssessmentQuestions } from '../app/pages/assessment/assessment-questions.tsx'
import { assessmentDefaults, assessmentFields, assessmentTable } from '../domain/assessment.ts'

// Places of the assessment's inputs that no type reaches.

test('the assessment draws a control for each input, named after it', () => {
  const form = renderToStaticMarkup(<AssessmentQuestions inputs={assessmentDefaults} onChange={() => undefined} />)
  const controls = [...form.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)
  const expected = assessmentFields.flatMap((field) => {
    const rule = assessmentTable[field]
    return 'options' in rule ? rule.options.map(() => field) : [field]
  })
  expect(new Set(controls)).toEqual(new Set(expected))
  expect(controls).toHaveLength(expected.length)
})
