import { Hono } from 'hono'
import { type CheckoutSettings, createCheckout } from './checkout/create-checkout.ts'
import { createContactForm } from './contact-form.ts'
import { createDisputefox } from './disputefox/create-disputefox.ts'
import { notice, renderPage, sendPage } from './page.ts'
import { checkouts, standIns } from './stand-ins.ts'
import { stylesheet } from './stylesheet.ts'

export interface PartnersDependencies {
  now?: () => Date
  /** The delay of the slow behaviour of the DisputeFox stand-in. */
  slowMs?: number
  /** Without it, nothing happens at the checkout. */
  checkout?: CheckoutSettings | undefined
}

/**
 * Stand-ins for the external systems that are not configured, for demonstrations and tests. They hold no personal
 * details in the clear and ask for no sign-in, so they are served on a loopback address only.
 */
export function createPartners({ now = () => new Date(), slowMs = 3_000, checkout }: PartnersDependencies = {}): Hono {
  const app = new Hono()
  app.get('/', (context) => sendPage(context, renderPage('Stand-ins', indexOfStandIns())))
  app.get('/stand-ins.css', (context) => context.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }))
  if (checkout) app.route('/', createCheckout(checkouts, checkout, now))
  for (const standIn of standIns) {
    app.get(standIn.path, (context) => sendPage(context, renderPage(standIn.title, notice(standIn))))
  }
  app.route('/contact', createContactForm())
  app.route('/disputefox', createDisputefox({ now, slowMs }))
  app.notFound((context) => sendPage(context, renderPage('Not found', notice(unknown)), { status: 404 }))
  return app
}

const unknown = {
  standsFor: 'nothing: no external system has a stand-in at this address.',
  replacedBy: 'the entries of site.config.ts',
}

const indexOfStandIns = () => [
  { path: '/disputefox', title: 'DisputeFox' },
  { path: '/contact', title: 'Contact form' },
  ...standIns,
]
