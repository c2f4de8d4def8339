import { plans } from '../domain/plans.ts'
import { serviceFacts } from '../domain/service-facts.ts'
import { site } from '../site.config.ts'
import { formatUsd } from './format.ts'
import { guarantee } from './plans.ts'

const { claims, organization } = site

export const home = {
  title: `Honest credit reports in ${site.contact.postalAddress.city}: ${organization.name}`,
  description: `Neighbors who read credit reports with neighbors. From ${formatUsd(plans.audit.priceCents)}, paid one time.`,

  resume: {
    onboarding: {
      label: 'Unfinished',
      text: 'You left a form half filled in.',
      link: 'Back to that form',
    },
    account: { label: 'Account', text: 'You asked for your account.', link: 'Open it now' },
  },

  hero: {
    sentences: organization.tagline.split(/(?<=\.) /),
    lead: 'Volunteers of nine congregations, one long table, and all the time that a report takes. We question what is untrue and leave alone what is not.',
    getStarted: 'See what it costs',
    findPlan: 'Which one is mine?',
    stats: [
      { figure: claims.yearsOfExperience, label: 'years in the same basement' },
      { figure: claims.clientsHelped, label: 'neighbors so far' },
      { figure: claims.successRate, label: 'with a truer report' },
    ],
    trust: [
      { title: 'Bound by law', description: 'And glad of it' },
      { title: 'In rounds', description: `Each of ${serviceFacts.disputeCycleDays} days` },
      { title: 'In person', description: `Or by letter within ${serviceFacts.replyHours} hours` },
    ],
  },

  howItWorks: {
    heading: 'From the door to the letter',
    lead: 'It takes longer than you would like and less than you fear.',
    steps: [
      { title: 'Come in', description: 'Choose what fits and pay for it.' },
      { title: 'Sit down', description: 'Bring the reports; we bring the pencils.' },
      { title: 'Send it', description: 'You sign, we mail, and both of us wait.' },
    ],
  },

  pricing: {
    heading: 'What it costs, all of it',
    lead: 'There is nothing else to pay.',
    pledge: {
      figure: `${serviceFacts.guaranteeDays} days`,
      promise: `We promise ${guarantee}.`,
      before: 'Read the',
      link: 'terms of that promise',
      after: 'first.',
    },
    monitoring: {
      label: 'Reports',
      heading: 'Three reports, one view',
      text: 'A monitoring service shows all three of them, for a fee of its own.',
      link: 'To the monitoring service',
    },
    enrolled: {
      before: 'Decided?',
      signUp: 'How to join us',
      between: 'Paid?',
      onboarding: 'Tell us who you are',
    },
  },

  why: {
    heading: 'Why here',
    benefits: [
      { title: 'We are near', description: 'Two bus lines stop at the corner.' },
      { title: 'We are many', description: 'Sixty readers take turns.' },
      { title: 'We are old', description: `The basement opened in ${organization.foundedYear}.` },
    ],
  },

  contact: {
    heading: 'The front desk',
    lead: 'A person picks up, or a machine that a person listens to.',
    email: 'By e-mail',
    phone: 'By telephone',
    post: 'By post',
    map: 'How to get here',
    hours: 'When we are in',
    form: 'Note to the front desk',
  },

  closing: {
    heading: 'The kettle is on.',
    link: 'What it costs',
    note: `${formatUsd(plans.audit.priceCents)} and up.`,
  },
}
