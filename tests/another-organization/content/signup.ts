import { site } from '../site.config.ts'
import { guarantee } from './plans.ts'

const { yearsOfExperience, clientsHelped } = site.claims.signup

export interface SignupBenefit {
  title: string
  description: string
  /** A page that has the conditions. */
  more?: { label: string; page: 'refundPolicy' }
}

export const signupPage = {
  title: 'Join the fellowship',
  description: 'How to become a client of the fellowship, what it gives you, and what it asks of you.',
  heading: 'Pull up a chair',
  lead: `${clientsHelped} neighbors in ${yearsOfExperience} years have sat where you will sit.`,

  benefitsHeading: 'What we put on the table',
  benefits: [
    { title: 'Two readers', description: 'Nobody reads a report alone here, not even we.' },
    { title: 'Your fee, guarded', description: `You get ${guarantee}.`, more: { label: 'On what terms', page: 'refundPolicy' } },
    { title: 'A coach who stays', description: 'Once a year we ask how you are, and mean it.' },
  ] as SignupBenefit[],

  button: 'Fill in the intake sheet',

  after: {
    heading: 'Then what?',
    sentences: ['The sheet opens beside this page.', 'We read it on the next weekday and call you.'],
  },

  account: { before: 'Been here before?', link: 'Your account with us' },
}
