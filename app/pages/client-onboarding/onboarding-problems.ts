import * as v from 'valibot'
import { onboardingProblem } from '#words/onboarding.ts'
import { onboardingSchema, onboardingSchemaOn, type OnboardingValues } from '../../../domain/enrollment.ts'
import type { OnboardingField } from '../../../domain/enrollment-fields.ts'

/** Every field of the form, in its order. */
export const onboardingFields = v.keyof(onboardingSchema).options

/** What stands in the form; a choice that was not made is ''. */
export const entriesSchema = v.object(v.entriesFromList(onboardingFields, v.optional(v.string(), '')))

export type OnboardingEntries = v.InferOutput<typeof entriesSchema>
/** What is said of each field that has a problem. */
export type Problems = Partial<Record<OnboardingField, string | undefined>>

type Checked = { outcome: 'valid'; values: OnboardingValues } | { outcome: 'problems'; problems: Problems }

/** Checks the whole form; the first problem of each field counts (R-ONBOARDING-LIMITS). `today` is the visitor's date, `YYYY-MM-DD`. */
export function checkOnboarding(entries: OnboardingEntries, today: string): Checked {
  const result = v.safeParse(onboardingSchemaOn(today), entries)
  if (result.success) return { outcome: 'valid', values: result.output }
  const problems: Problems = {}
  for (const field of onboardingFields) {
    const first = result.issues.find((issue) => issue.path?.[0].key === field)
    if (first) problems[field] = onboardingProblem(field, first)
  }
  return { outcome: 'problems', problems }
}

type Partly = { outcome: 'valid'; values: Partial<Record<OnboardingField, string>> } | { outcome: 'problems'; problems: Problems }

/** Checks some of the fields, as if there were no others. */
export function checkFields(fields: readonly OnboardingField[], entries: OnboardingEntries, today: string): Partly {
  const problems: Problems = {}
  const values: Partial<Record<OnboardingField, string>> = {}
  for (const field of fields) {
    const result = v.safeParse(onboardingSchemaOn(today).entries[field], entries[field])
    if (result.success) values[field] = result.output
    else problems[field] = onboardingProblem(field, result.issues[0])
  }
  return Object.keys(problems).length > 0 ? { outcome: 'problems', problems } : { outcome: 'valid', values }
}

/** The problem of one field, if it has one. */
export function checkField(field: OnboardingField, entry: string, today: string): string | undefined {
  const result = v.safeParse(onboardingSchemaOn(today).entries[field], entry)
  return result.success ? undefined : onboardingProblem(field, result.issues[0])
}

/** Reads the form as it stands. */
export function readEntries(form: HTMLFormElement): OnboardingEntries {
  return v.parse(entriesSchema, Object.fromEntries(new FormData(form)))
}

/** Makes the form show what was read of it before. */
export function fillIn(form: HTMLFormElement, entries: OnboardingEntries): void {
  for (const field of onboardingFields) {
    const control = form.elements.namedItem(field)
    if (control && 'value' in control && control.value !== entries[field]) control.value = entries[field]
  }
}

/** An untouched form; e-mail is the contact method that nobody has to choose (R-ONBOARDING-CONTACT). */
export const blankEntries: OnboardingEntries = { ...v.parse(entriesSchema, {}), preferredContactMethod: 'email' }
