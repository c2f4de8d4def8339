import { enrollmentFields } from '../domain/enrollment-fields.ts'
import { serviceFacts } from '../domain/service-facts.ts'
import { rangeText } from './format.ts'

const next = 'This is what happens next.'

/** The words of /onboarding-success. */
export const onboardingSuccess = {
  title: 'Welcome aboard',
  description: 'What happens after your onboarding, and how to reach us.',
  heading: 'Welcome Aboard!',
  /** Each says no more than is known: `unknown` is for whoever opens the page without having sent the form just now. */
  leads: {
    unknown: 'This is what happens once your onboarding is complete.',
    saved: `Your details are saved, and our team will follow up with you. ${next}`,
    delivered: `Your details have reached us. ${next}`,
  },
  signedOut: 'You are signed out. What you sent is no longer shown in this browser.',
  stepsLabel: 'Next steps',
  steps: [
    { title: 'Check your email', text: 'You will receive a welcome message with your portal access.' },
    { title: 'We get in touch', text: `Our team will contact you within ${rangeText(serviceFacts.firstContactHours)} hours to schedule an initial consultation.` },
    { title: 'Work begins', text: 'We start on your credit profile and your disputes.' },
  ],
  help: { heading: 'Questions?', phone: 'Phone', email: 'Email' },
  home: 'Return to Home',
}

/** The receipt on that page. */
export const receiptWords = {
  heading: 'What you sent',
  note: 'For your records. It is shown until you leave or reload this page, and kept nowhere in this browser.',
  sentAt: 'Sent',
  plan: 'Plan',
  name: 'Name',
  ssn: `Last ${enrollmentFields.ssnLastFour.max} of Social Security number`,
  address: 'Address',
  print: 'Print',
}
