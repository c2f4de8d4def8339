import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { limitBody, readForm } from '../forms.ts'
import { type Markup, notice, renderPage, sendPage } from '../page.ts'
import type { StandIn } from '../stand-ins.ts'
import { eventOf, type Payment, Payments, type PaymentState, type StepName, stepNames, steps, stepsFrom } from './payments.ts'

/** What makes the stand-in a checkout that pays. */
export interface CheckoutSettings {
  /** What is sold, by the last part of its address. */
  services: Record<string, { name: string; priceCents: number }>
  /** Signs an event and brings it to the site; resolves with the status of its answer. */
  deliver: (event: object) => Promise<number>
  /** Where payers are led then. */
  returnTo: string
}

const saleSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.email(), v.maxLength(255)),
  step: v.picklist(['pay', 'order']),
})

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' })

/**
 * A page for each service, on which nothing is paid, but which reports a payment as Stripe would, and one for each payment,
 * on which it can be refused, refunded and disputed.
 */
export function createCheckout(standIns: StandIn[], settings: CheckoutSettings, now: () => Date): Hono {
  const { services, deliver, returnTo } = settings
  const payments = new Payments()
  const app = new Hono()
  app.use(limitBody)

  /** Takes the step only once the site has stored it. */
  async function take(context: Context, step: StepName, payment: Payment) {
    const status = await deliver(eventOf(step, payment, now())).catch(() => undefined)
    if (status !== 200) return sendPage(context, renderPage('Not reported', unreported(status)), { status: 502 })
    payment.state = steps[step].to
    return context.redirect(`/checkout/payments/${payment.id}`, 303)
  }

  for (const standIn of standIns) {
    const { path } = standIn
    const service = path.slice(path.lastIndexOf('/') + 1)
    const sold = services[service]
    if (!sold) continue
    const show = (context: Context, fault?: Markup) =>
      sendPage(context, renderPage(sold.name, form(standIn, dollars.format(sold.priceCents / 100), fault)), { status: fault ? 400 : 200 })
    app.get(path, (context) => show(context))
    app.post(path, async (context) => {
      const sale = v.safeParse(saleSchema, await readForm(context))
      if (!sale.success) return show(context, html`<p role="alert">Please type an e-mail address.</p>`)
      const { email, step } = sale.output
      return take(context, step, payments.start({ service, email, amountCents: sold.priceCents }))
    })
  }

  app.get('/checkout/payments/:id', (context) => {
    const payment = payments.find(context.req.param('id'))
    const name = payment && services[payment.service]?.name
    return payment && name ? sendPage(context, renderPage(states[payment.state], after(payment, name, returnTo))) : context.notFound()
  })
  app.post('/checkout/payments/:id', async (context) => {
    const payment = payments.find(context.req.param('id'))
    const { step: wanted } = await readForm(context)
    const step = stepNames.find((name) => name === wanted)
    if (!payment || !step) return context.notFound()
    // Pressed twice, or on a page that is out of date.
    if (steps[step].from !== payment.state) return context.redirect(`/checkout/payments/${payment.id}`, 303)
    return take(context, step, payment)
  })
  return app
}

const states: Record<PaymentState, string> = {
  new: 'Not paid',
  pending: 'The transfer is on its way',
  paid: 'Paid',
  refused: 'The bank has refused',
  refunded: 'Refunded',
  disputed: 'Disputed',
  lost: 'The dispute is lost',
}

const form = (standIn: StandIn, price: string, fault?: Markup) => html`${notice(standIn)}
      <form method="post" action="${standIn.path}">
        ${fault ?? ''}
        <label>E-mail <input name="email" type="email" autocomplete="email" required maxlength="255"></label>
        <p class="presses">
          <button name="step" value="pay">Pay ${price}</button>
          <button class="quiet" name="step" value="order">${steps.order.label}</button>
        </p>
      </form>`

const after = ({ id, email, amountCents, state }: Payment, name: string, returnTo: string) => html`<dl>
        <dt>Service</dt><dd>${name}</dd>
        <dt>Amount</dt><dd>${dollars.format(amountCents / 100)}</dd>
        <dt>E-mail</dt><dd>${email}</dd>
        <dt>Reference</dt><dd>${id}</dd>
      </dl>
      <p><a class="button" href="${returnTo}">Back to the site</a></p>
      ${stepsFrom(state).length ? whatNext(id, state) : ''}`

const whatNext = (id: string, state: PaymentState) => html`<h2>What may happen next</h2>
      <p class="fine">A real checkout reports it when it happens.</p>
      <form method="post" action="/checkout/payments/${id}">
        <p class="presses">${stepsFrom(state).map((step) => html`<button class="quiet" name="step" value="${step}">${steps[step].label}</button> `)}</p>
      </form>`

const unreported = (status: number | undefined) =>
  html`<p role="alert">The site has not taken the report of this payment (${status ? `HTTP ${status}` : 'no answer'}). Nothing has changed: go back and try again.</p>`
