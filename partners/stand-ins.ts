export interface StandIn {
  path: string
  title: string
  /** Completes "This page stands in for". */
  standsFor: string
  /** The entry of the configuration that replaces it. */
  replacedBy: string
}

const paidServices = ['audit', 'light', 'standard', 'advanced', 'complex', 'coaching']
const socialNetworks = ['facebook', 'instagram', 'youtube', 'tiktok']

/** The card-payment pages. */
export const checkouts: StandIn[] = paidServices.map((service) => ({
  path: `/checkout/${service}`,
  title: `Checkout: ${service}`,
  standsFor: `the card-payment page of the service "${service}". No money moves here.`,
  replacedBy: `checkout.${service} in site.config.ts`,
}))

/** The pages that visitors only have to reach. */
export const standIns: StandIn[] = [
  ...checkouts,
  {
    path: '/portal',
    title: 'Client portal',
    standsFor: 'the portal where clients follow their disputes.',
    replacedBy: 'external.portal in site.config.ts',
  },
  {
    path: '/monitoring',
    title: 'Credit monitoring',
    standsFor: "the credit-monitoring company's page for referred visitors.",
    replacedBy: 'external.monitoring in site.config.ts',
  },
  {
    path: '/intake',
    title: 'Intake form',
    standsFor: 'the intake form of the dispute-management system.',
    replacedBy: 'external.intake in site.config.ts',
  },
  ...socialNetworks.map((network) => ({
    path: `/social/${network}`,
    title: `Social: ${network}`,
    standsFor: `the organisation's page on ${network}.`,
    replacedBy: `social.${network}.url in site.config.ts`,
  })),
]
