import { planIds, plans } from '../domain/plans.ts'
import { serviceFacts } from '../domain/service-facts.ts'
import { site } from '../site.config.ts'
import { capitalized, formatUsd, inWords } from './format.ts'
import { guarantee } from './plans.ts'

const { disputeCycleDays, guaranteeDays, replyHours } = serviceFacts
const { claims, organization } = site
const lowestPrice = formatUsd(plans.audit.priceCents)
const planCount = inWords(planIds.length)
const highestPrice = formatUsd(plans.complex.priceCents)

/** Words of home, in the order of the page; plans, questions and testimonials have files of their own. */
export const home = {
  title: `${organization.name}: dispute errors, rebuild credit`,
  description: `One-time-payment credit repair and education from a faith-based ministry. ${capitalized(planCount)} fixed prices from ${lowestPrice} to ${highestPrice}, no subscription.`,

  resume: {
    onboarding: {
      label: 'Your onboarding',
      text: 'Your onboarding form is still waiting for you.',
      link: 'Continue your onboarding',
    },
    account: { label: 'Your account', text: 'You were on your way to your account.', link: 'Go to your account' },
  },

  hero: {
    sentences: organization.tagline.split(/(?<=\.) /),
    lead: 'A ministry that reads your credit reports with you, disputes what is wrong, and shows you how to rebuild. One fixed price, paid once.',
    getStarted: 'Get Started',
    findPlan: 'Find your plan',
    stats: [
      { figure: claims.yearsOfExperience, label: 'years of experience' },
      { figure: claims.clientsHelped, label: 'clients helped' },
      { figure: claims.successRate, label: 'success rate' },
    ],
    trust: [
      { title: 'Licensed and secure', description: 'FCRA compliant, data protected' },
      { title: 'Fast turnaround', description: `${disputeCycleDays}-day dispute cycles` },
      { title: 'Legal-based disputes', description: 'Metro-2 and FCRA tactics' },
      { title: '5-star support', description: `Replies within ${replyHours} hours` },
    ],
  },

  howItWorks: {
    heading: 'Four steps, one road',
    lead: 'Most people come to us after a refusal: an apartment, a car, a mortgage. Here is what happens from the day you enroll.',
    steps: [
      { title: 'Enroll', description: 'Choose a plan and pay once. No subscription, nothing that renews.' },
      { title: 'Share your file', description: 'Fill in a secure intake form in our dispute-management tool.' },
      { title: 'We dispute', description: 'Our specialists challenge inaccurate items with the bureaus.' },
      { title: 'Follow along', description: 'Case updates and reports arrive in your client portal.' },
    ],
  },

  pricing: {
    heading: `${capitalized(planCount)} plans, each paid once`,
    lead: 'No subscription and no renewal. Add coaching to any of them.',
    pledge: {
      figure: `${guaranteeDays} days`,
      promise: `Our ${guaranteeDays}-day money-back guarantee: ${guarantee}.`,
      before: 'The',
      link: 'refund policy',
      after: 'has the conditions.',
    },
    monitoring: {
      label: 'Credit monitoring',
      heading: 'You will need your three reports',
      text: 'Credit monitoring gives both of us the same view of your file. It is a separate service, billed by its own provider.',
      link: 'Get Credit Monitoring',
    },
    enrolled: {
      before: 'Ready to send us your file?',
      signUp: 'See what you can count on',
      between: 'Paid already?',
      onboarding: 'Finish your onboarding',
    },
  },

  why: {
    heading: 'Why people go the second mile with us',
    benefits: [
      {
        title: 'Trust and integrity',
        description: 'One price, written down before you pay. We say no when a dispute has no ground.',
      },
      {
        title: 'Built on the law',
        description: 'Every letter rests on the Fair Credit Reporting Act and the Metro-2 reporting standard.',
      },
      {
        title: `Experience since ${organization.foundedYear}`,
        description: `${claims.yearsOfExperience} years of reading reports and of knowing how the bureaus answer.`,
      },
      {
        title: 'Care, not judgment',
        description: 'Debt is often illness, divorce or a lost job. You are spoken to as a neighbor.',
      },
    ],
  },

  contact: {
    heading: 'Talk to a person',
    lead: `Write, call, or use the form. We reply within ${replyHours} hours.`,
    email: 'E-mail',
    phone: 'Phone',
    post: 'Post',
    map: 'Find us on a map',
    hours: 'Hours',
    form: 'Contact form',
  },

  closing: {
    heading: 'The first mile was hard enough. Let us walk the second with you.',
    link: 'See the plans',
    note: `From ${lowestPrice}. Paid once.`,
  },
}
