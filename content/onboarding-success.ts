import { serviceFacts } from '../domain/service-facts.ts'

const { firstContactHours } = serviceFacts

/** The words of /onboarding-success. */
export const onboardingSuccess = {
  title: 'Welcome aboard',
  description: 'Your details have reached us. What happens next, and how to reach us.',
  heading: 'Welcome Aboard!',
  lead: 'Your details have reached us. This is what happens next.',
  stepsLabel: 'Next steps',
  steps: [
    { title: 'Check your email', text: 'You will receive a welcome message with your portal access.' },
    { title: 'We get in touch', text: `Our team will contact you within ${firstContactHours.from}-${firstContactHours.to} hours to schedule an initial consultation.` },
    { title: 'Work begins', text: 'We start on your credit profile and your disputes.' },
  ],
  help: { heading: 'Questions?', phone: 'Phone', email: 'Email' },
  home: 'Return to Home',
}
