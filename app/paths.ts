import type { PaidService } from '../domain/plans.ts'

/** Every address of the site, below the base path, which the router adds. */
export const paths = {
  home: '/',
  howItWorks: '/#how-it-works',
  pricing: '/#pricing',
  testimonials: '/#testimonials',
  faqs: '/#faqs',
  contact: '/#contact',
  creditScoreCalculator: '/credit-score-calculator',
  assessment: '/assessment',
  about: '/about',
  blog: '/blog',
  article: (id: string) => `/blog/${id}`,
  auth: '/auth',
  /** Where the links in e-mails lead (R-EMAIL-LINK). */
  confirm: '/confirm',
  signup: '/signup',
  clientOnboarding: '/client-onboarding',
  onboardingSuccess: '/onboarding-success',
  welcome: '/welcome',
  account: '/account',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  disclaimer: '/legal/disclaimer',
  esignConsent: '/legal/esign-consent',
  refundPolicy: '/legal/refund-policy',
  /** The picture that a shared link to a page shows: `/share/home.png`, `/share/blog-common-credit-errors.png`. */
  sharePicture: (page: string) => `/share/${page.slice(1).replaceAll('/', '-') || 'home'}.png`,
} as const

/** Places on the page itself: their `href` is the bare fragment, so that they also work before any script runs. */
export const anchors = {
  main: '#main',
  pricing: '#pricing',
  contact: '#contact',
  /** The strip above the footer of every page (R-BLOG-STRIP). */
  blog: '#blog',
  plan: (service: PaidService) => `#plan-${service}`,
} as const
