import { site } from '../site.config.ts'
import { guarantee } from './plans.ts'

const { yearsOfExperience, clientsHelped } = site.claims.signup

export interface SignupBenefit {
  title: string
  description: string
  /** A page that has the conditions. */
  more?: { label: string; page: 'refundPolicy' }
}

/** The words of /signup (R-SIGNUP-PAGE), with the claims that only this page makes (R-CLAIMS). */
export const signupPage = {
  title: 'Sign up',
  description: 'What you get when you sign up: three reports read with you, disputes built on the law, one fixed price and a client portal.',
  heading: 'You need not do this alone',
  lead: `We bring ${yearsOfExperience} years of experience and ${clientsHelped} clients helped. You bring your three credit reports.`,

  benefitsHeading: 'What you can count on',
  benefits: [
    {
      title: 'Your reports, read with you',
      description: 'We go through all three bureaus line by line and list what looks inaccurate, outdated or unverifiable.',
    },
    {
      title: 'Disputes built on the law',
      description: 'Each one names an item, a reason and a right under the Fair Credit Reporting Act.',
    },
    {
      title: 'Answers in plain English',
      description: 'When a bureau writes back, we explain what the answer means and what can follow.',
    },
    {
      title: 'A portal that keeps you posted',
      description: 'Case updates and reports are in one place, open to you at any hour.',
    },
    {
      title: 'One price, and a way back',
      description: `You pay once, and there is ${guarantee}.`,
      more: { label: 'Read the conditions', page: 'refundPolicy' },
    },
    {
      title: 'Habits that stay',
      description: 'You learn how a score is built, so that you can look after it without us.',
    },
  ] as SignupBenefit[],

  button: 'Sign Up Now',

  after: {
    heading: 'What happens next',
    sentences: [
      'The button opens our intake form in a new tab; it is a secure page of the dispute-management tool that we work with.',
      'Fill it in when you have your reports at hand, and we will read what you wrote before we answer.',
      'Plans are paid for separately, on the checkout page of the plan that you choose.',
    ],
  },

  account: { before: 'Already enrolled?', link: 'Sign in to your account' },
}
