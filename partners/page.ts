import type { Context } from 'hono'
import { html } from 'hono/html'
import type { StandIn } from './stand-ins.ts'

/** Markup whose values are all escaped. */
export type Markup = ReturnType<typeof html>

/** The frame that all stand-ins share. A list of pages is drawn as links. */
export function renderPage(title: string, content: Markup | { path: string; title: string }[]): Markup {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex">
    <title>${title} (stand-in)</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/stand-ins.css">
  </head>
  <body>
    <main>
      <p class="mark">Demonstration</p>
      <h1>${title}</h1>
      ${Array.isArray(content) ? links(content) : content}
    </main>
  </body>
</html>`
}

const links = (pages: { path: string; title: string }[]) =>
  html`<ul>${pages.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>`

/** What a page stands for and what replaces it. */
export const notice = ({ standsFor, replacedBy }: Pick<StandIn, 'standsFor' | 'replacedBy'>): Markup =>
  html`<p>This page stands in for ${standsFor}</p>
      <p class="fine">It is a demonstration. To replace it, set <code>${replacedBy}</code>.</p>`

interface PageOptions {
  status?: 200 | 400 | 404 | 413 | 502
  /** Whether another site may show the page in a frame. */
  framing?: 'forbidden' | 'allowed'
}

/** Only its own style sheet and form; no indexing, no caching. */
export function sendPage(
  context: Context,
  page: Markup,
  { status = 200, framing = 'forbidden' }: PageOptions = {},
): Response | Promise<Response> {
  const ancestors = framing === 'allowed' ? '*' : "'none'"
  context.header(
    'content-security-policy',
    [
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'",
      `frame-ancestors ${ancestors}`,
    ].join('; '),
  )
  context.header('x-robots-tag', 'noindex')
  context.header('x-content-type-options', 'nosniff')
  context.header('referrer-policy', 'no-referrer')
  context.header('cache-control', 'no-store')
  return context.html(page, status)
}
