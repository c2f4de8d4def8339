import { Hono } from 'hono'
import { html } from 'hono/html'
import { notice, renderPage, sendPage } from './page.ts'

const standIn = { standsFor: 'the external contact form.', replacedBy: 'external.contactForm in site.config.ts' }

/** For the site's frame (R-CONTACT-FORM). It posts to itself, and what is posted is not read. */
export function createContactForm(): Hono {
  const app = new Hono()
  app.get('/', (context) => sendPage(context, renderPage('Contact form', form), { framing: 'allowed' }))
  app.post('/', (context) => sendPage(context, renderPage('Thank you', thanks), { framing: 'allowed' }))
  return app
}

const form = html`${notice(standIn)}
      <form method="post" action="/contact">
        <label>Name <input name="name" autocomplete="name" required maxlength="100"></label>
        <label>E-mail <input name="email" type="email" autocomplete="email" required maxlength="255"></label>
        <label>How can we help? <textarea name="message" rows="6" required maxlength="2000"></textarea></label>
        <button>Send message</button>
      </form>`

const thanks = html`<p role="status">The real form would have sent your message. This one has kept nothing of it.</p>
      ${notice(standIn)}
      <p><a href="/contact">Back to the form</a></p>`
