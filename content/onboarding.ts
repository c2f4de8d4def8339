import { type ContactMethod, limits, type OnboardingField } from '../domain/enrollment.ts'

/** The words of /client-onboarding. */
export const onboardingPage = {
  title: 'Client onboarding',
  description: 'Give us the details that we need to start work on your credit profile.',
  heading: 'Complete your onboarding',
  plan: 'Plan',
  lead: 'It takes about five minutes, and we ask for the last four digits of your Social Security number only.',
  submit: 'Complete Onboarding',
  busy: 'Submitting...',
  selectState: 'Select',
  needsScript: 'The onboarding form needs JavaScript. Please switch it on and load the page again.',
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
  ssnLastFour: `Last ${limits.ssnLastFour} of your Social Security number`,
  email: 'Email',
  phone: 'Phone',
  preferredContactMethod: 'Preferred contact method',
  streetAddress: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  notes: 'Notes',
}

export const onboardingHints = {
  ssnLastFour: 'Bureaus need it to find your file. It is sent encrypted and never shown again.',
  notes: (most: number) => `Up to ${most} characters.`,
}

export const contactMethodLabels: Record<ContactMethod, string> = {
  email: 'Email',
  phone: 'Phone Call',
  text: 'Text Message',
}

export function problemCount(count: number): string {
  return count === 1 ? 'There is 1 problem to fix' : `There are ${count} problems to fix`
}

/** What the form may answer (§8). */
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
