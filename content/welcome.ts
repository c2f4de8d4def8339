import { site } from '../site.config.ts'

const { email } = site.contact

/** The words of /welcome. */
export const welcome = {
  title: 'After your payment',
  description: 'What comes next after your payment: an email with a link to your onboarding form.',
  heading: 'Thank you. One step is left.',
  lead: 'We need your onboarding form before we begin: it tells us whom we work for and what we may do.',
  stepsLabel: 'Next steps',
  steps: [
    { title: 'Look into your email', text: 'An email with your receipt and a link is on its way to the address that you gave at the checkout. Give it a few minutes.' },
    { title: 'Follow its link', text: 'Sign up, or in, with the same address, and fill in the form. It takes about five minutes.' },
    { title: 'Not there?', text: `Look in the spam folder. A bank transfer can take a few days, and the email comes when it has arrived. If you are in doubt, write to ${email}.` },
  ],
  help: { heading: 'Questions?', phone: 'Phone', email: 'Email' },
  home: 'Return to Home',
}

/** On that page, for whoever comes by the link in a reminder. */
export const stopReminders = {
  heading: 'No more reminders?',
  text: 'We remind you of your onboarding form at most twice. Press the button and we stop. Your payment and your form stay as they are.',
  submit: 'No more reminders',
  busy: 'Stopping...',
  done: 'Done. We will not remind you of your onboarding form again.',
  failed: `We could not stop the reminders. Please try again, or write to ${email}.`,
}
