import type { ContactMethod } from '../domain/enrollment.ts'
import { enrollmentFields, type OnboardingField, type SensitiveField } from '../domain/enrollment-fields.ts'
import { problemIn } from '../domain/problems.ts'
import { needsScript } from './controls.ts'
import { capitalized, inWords, listText } from './format.ts'
import { problemWords } from './problems.ts'

/** The words of /client-onboarding. */
export const onboardingPage = {
  title: 'Client onboarding',
  description: 'Give us the details that we need to start work on your credit profile.',
  heading: 'Complete your onboarding',
  plan: 'Plan',
  lead: `It takes about five minutes, and we ask for the last ${inWords(enrollmentFields.ssnLastFour.max)} digits of your Social Security number only.`,
  submit: 'Complete Onboarding',
  busy: 'Submitting...',
  selectState: 'Select',
  needsScript: needsScript.reason('The onboarding form'),
}

/** While the server does not answer whether the visitor is signed in. */
export const onboardingUnreachable = {
  heading: 'We cannot reach the server',
  text: 'You are still signed in. The form opens by itself as soon as there is a connection, and what you typed in this tab is kept.',
}

const notKept: Record<SensitiveField, string> = {
  dateOfBirth: 'your date of birth',
  ssnLastFour: 'the digits of your Social Security number',
}

/** What the form says about what was typed before. */
export const onboardingNotices = {
  restored: `We kept what you typed in this tab. ${capitalized(listText(Object.values(notKept)))} were not kept: please type them again.`,
  sentBefore: 'You have already sent your details from this browser. If you send the form again, it replaces them.',
  another: 'Fill in for somebody else',
  paidByAnother: {
    heading: 'This payment was made with another address',
    text: 'You are signed in with a different one, so what was paid does not belong to this account. Sign out, and sign in or up with the address that our email came to.',
    changeOver: 'Sign out and change over',
  },
  anotherStarted: 'This form is now for somebody else. What you sent before stays as it is.',
}

/** What stands beside the button after an attempt that did not go through. */
export const onboardingAttempts = {
  failed: 'Nothing was saved this time. Everything you typed is still here.',
  notYours: 'This form belongs to another address, or yours is not confirmed yet. If you have just signed up, open the link in our email that confirms it, then send this again. Your answers stay in the form.',
  unanswered: 'We got no answer, so we cannot tell whether your details arrived. Nothing you typed is lost, and it is safe to send it again: it is stored only once.',
  sentElsewhere: 'This form was sent from another tab while it was open here. What you typed here was not sent.',
  seeConfirmation: 'See the confirmation',
  sendAgain: 'Send again and replace it',
}

export const onboardingSections = {
  personal: { heading: 'Personal Information', hint: 'As it appears on your credit reports.' },
  contact: { heading: 'Contact Information', hint: undefined },
  address: { heading: 'Address', hint: 'Where the bureaus can reach you by mail.' },
  notes: { heading: 'Anything else?', hint: undefined },
}

export const onboardingLabels: Record<OnboardingField, string> = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  ssnLastFour: `Last ${enrollmentFields.ssnLastFour.max} of your Social Security number`,
  email: 'Email',
  phone: 'Phone',
  preferredContactMethod: 'Preferred contact method',
  streetAddress: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  notes: 'Notes',
}

export const onboardingHints: Partial<Record<OnboardingField, string>> = {
  ssnLastFour: 'Bureaus need it to find your file. It is sent encrypted and never stored in this browser.',
  phone: 'With the area code.',
  streetAddress: 'Add the apartment or unit, if there is one.',
  notes: `Up to ${enrollmentFields.notes.max} characters.`,
}

export const contactMethodLabels: Record<ContactMethod, string> = {
  email: 'Email',
  phone: 'Phone Call',
  text: 'Text Message',
}

const problemNames: Record<OnboardingField, string> = {
  ...onboardingLabels,
  phone: 'Phone number',
  state: 'a state',
  preferredContactMethod: 'a contact method',
}

const problemUnits: Partial<Record<OnboardingField, string>> = { phone: 'digits', zipCode: 'digits' }

/** What is said of a field that cannot be taken, from the issue of its schema. */
export const onboardingProblem = (field: OnboardingField, issue: { message: string }): string =>
  problemWords[problemIn(issue)]({ ...enrollmentFields[field], name: problemNames[field], unit: problemUnits[field] })

/** A problem in the summary, where its field is not in sight. */
export function namedProblem(field: OnboardingField, message: string): string {
  return `${onboardingLabels[field]}: ${message}`
}

export function problemCount(count: number): string {
  return count === 1 ? 'There is 1 problem to fix' : `There are ${count} problems to fix`
}

/** The form's notices (R-ONBOARDING-MESSAGES). */
export const onboardingMessages = {
  signInFirst: { title: 'Authentication Required', message: 'Please sign in to complete onboarding' },
  signInAgain: { title: 'Authentication Required', message: 'Please sign in to continue' },
  saveFailedTitle: 'Error',
  saveFailed: 'Failed to submit your information. Please try again.',
  notDelivered: {
    title: 'Partial Success',
    message: 'Your information was saved, but there was an issue syncing with DisputeFox. Our team will follow up with you.',
  },
  submitted: {
    title: 'Welcome Aboard!',
    message: "Your information has been submitted successfully. We'll be in touch soon!",
  },
}
