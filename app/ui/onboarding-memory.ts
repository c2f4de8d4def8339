import type { OnboardingEntries } from './onboarding-problems.ts'

/**
 * What the site remembers of an onboarding while its document lives, by account. In memory only: a date of birth or
 * digits of an SSN never enter any storage of the browser.
 */
const drafts = new Map<string, OnboardingEntries>()
const savedIds = new Map<string, string>()

/** Keeps what was typed by somebody whose session ended before it could be sent. */
export function keepDraft(userId: string, entries: OnboardingEntries): void {
  drafts.set(userId, entries)
}

export function draftOf(userId: string): OnboardingEntries | undefined {
  return drafts.get(userId)
}

/** After a save, sending the same onboarding again updates that enrollment instead of adding a second one. */
export function rememberSaved(userId: string, address: string, enrollmentId: string): void {
  drafts.delete(userId)
  savedIds.set(`${userId} ${address}`, enrollmentId)
}

export function savedIdOf(userId: string, address: string): string | undefined {
  return savedIds.get(`${userId} ${address}`)
}
