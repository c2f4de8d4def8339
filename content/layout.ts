import { site } from '../site.config.ts'

/** Words of the frame around every page (R-HEADER, R-NAVIGATION). */
export const layout = {
  skip: 'Skip to content',
  getStarted: 'Get Started',
  clientLogin: 'Client Login',
  getCreditMonitoring: 'Get Credit Monitoring',
  mainNavigation: 'Main',
  menu: 'Menu',
  navigation: {
    home: 'Home',
    howItWorks: 'How It Works',
    pricing: 'Pricing',
    creditScoreCalculator: 'Credit Calculator',
    testimonials: 'Testimonials',
    faqs: 'FAQs',
    blog: 'Blog',
    contact: 'Contact',
  },
}

export const blogStrip = {
  heading: 'From the blog',
  all: 'All articles',
}

export const footer = {
  site: {
    heading: 'The ministry',
    about: 'About',
    howItWorks: 'How it works',
    pricing: 'Pricing',
    blog: 'Blog',
    faqs: 'FAQs',
    contact: 'Contact',
    clientLogin: 'Client login',
  },
  legal: {
    heading: 'Legal',
    privacy: 'Privacy policy',
    terms: 'Terms of service',
    disclaimer: 'Disclaimer',
    esignConsent: 'E-sign consent',
    refundPolicy: 'Refund policy',
  },
  social: { heading: 'Follow' },
  disclaimer: `${site.organization.name} provides education. It is not a credit repair organization and cannot remove accurate negative information from a credit report. You have the right to dispute errors yourself, at no cost.`,
  founded: `Founded ${site.organization.foundedYear}`,
}
