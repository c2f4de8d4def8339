import * as v from 'valibot'
import { sensitiveFields } from '../../../domain/enrollment-fields.ts'
import { recordOf } from '../../../domain/tables.ts'
import { keptText, nameHere } from '../../backend/browser-storage.ts'
import { hasSignedOutSince, onDeliberateSignOut } from '../../backend/deliberate-sign-out.ts'
import { formOf, type Opening } from '../../backend/opened-form.ts'
import { entriesSchema, type OnboardingEntries } from './onboarding-problems.ts'

/**
 * What an account has typed into one form and not sent yet. Everything is kept while the document lives; the tab keeps
 * it beyond a reload, without the sensitive fields, which enter no storage of the browser.
 */
export interface Draft {
  entries: OnboardingEntries
  from: 'this-document' | 'the-tab'
}

type KeptDraft = Draft & { keptAtMs: number }
/** By form. */
type Drafts = Map<string, KeptDraft>

const storedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ form: v.string(), keptAtMs: v.number(), entries: entriesSchema })),
)

/** By account, as far as this document has asked for them. */
const known = new Map<string, Drafts>()

const placeOf = (userId: string) => keptText('tab', nameHere(`onboarding-drafts ${userId}`))

// At once, in every tab, not when the account signs in again.
onDeliberateSignOut((userId) => {
  known.delete(userId)
  placeOf(userId).forget()
})

export function keepDraft(opening: Opening, entries: OnboardingEntries, nowMs: number): void {
  put(opening, { keptAtMs: nowMs, entries, from: 'this-document' })
}

/** What this account left in the form, unless it has signed out deliberately since; a broken draft is ignored. */
export function draftOf(opening: Opening): Draft | undefined {
  const draft = draftsOf(opening.userId).get(formOf(opening))
  if (!draft || !hasSignedOutSince(opening.userId, draft.keptAtMs)) return draft
  forgetDraft(opening)
  return undefined
}

export function forgetDraft(opening: Opening): void {
  put(opening, undefined)
}

/** Moves what was typed from one form of an account to another, replacing what was there. */
export function moveDraft(from: Opening, to: Opening): void {
  const draft = draftsOf(from.userId).get(formOf(from))
  put(from, undefined)
  put(to, draft)
}

function put(opening: Opening, draft: KeptDraft | undefined) {
  const drafts = draftsOf(opening.userId)
  if (draft) drafts.set(formOf(opening), draft)
  else drafts.delete(formOf(opening))
  const place = placeOf(opening.userId)
  if (drafts.size > 0) place.write(JSON.stringify([...drafts].map(harmless)))
  else place.forget()
}

function harmless([form, { keptAtMs, entries }]: [string, KeptDraft]) {
  return { form, keptAtMs, entries: { ...entries, ...recordOf(sensitiveFields, () => undefined) } }
}

function draftsOf(userId: string): Drafts {
  const drafts = known.get(userId) ?? fromTab(userId)
  known.set(userId, drafts)
  return drafts
}

function fromTab(userId: string): Drafts {
  const stored = v.safeParse(storedSchema, placeOf(userId).read())
  const drafts = stored.success ? stored.output : []
  return new Map(
    drafts.map(({ form, keptAtMs, entries }) => [
      form,
      { keptAtMs, entries: { ...entries, ...recordOf(sensitiveFields, () => '') }, from: 'the-tab' },
    ]),
  )
}
