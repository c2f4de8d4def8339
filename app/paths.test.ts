import { expect, test } from 'vitest'
import { anchors, paths } from './paths.ts'

test('the site has the addresses that it promises, in one list', () => {
  const article = paths.article('common-credit-errors')
  expect({ ...paths, article, sharePicture: [paths.sharePicture('/'), paths.sharePicture(article)] }).toEqual({
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
    article: '/blog/common-credit-errors',
    auth: '/auth',
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
    sharePicture: ['/share/home.png', '/share/blog-common-credit-errors.png'],
  })
})

test('places on a page are bare fragments', () => {
  expect({ ...anchors, plan: anchors.plan('standard') }).toEqual({
    main: '#main',
    pricing: '#pricing',
    contact: '#contact',
    blog: '#blog',
    plan: '#plan-standard',
  })
})
