import { html } from 'hono/html'
import { emailFrame, type EmailWords } from '../content/emails/emails.ts'

/** The words, with the link and code of one recipient. */
export interface EmailParts {
  words: EmailWords
  link?: string
  code?: string
  /** Where further e-mails of this kind are ended. */
  stopLink?: string
}

const family = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const text = `color:#14213d;font:16px/1.5 ${family};overflow-wrap:break-word;text-align:left`
const press = 'border-radius:2px;color:#fffdf8;font-weight:600;text-decoration:none'

// The site's colours, with the contrasts of app/ui/tokens.css. Mail programs do not know CSS variables.
const looks = {
  page: 'margin:0;padding:24px 12px;background:#faf6ee',
  preheader: 'display:none;max-height:0;overflow:hidden',
  sheet: `margin:0 auto;max-width:512px;padding:24px;background:#fffdf8;border-top:4px solid #b9822b;${text}`,
  sender: 'margin:0 0 24px;font-size:14px;color:#7d5310',
  heading: 'margin:0 0 16px;font:600 24px/1.25 Georgia,Times New Roman,serif',
  sentence: 'margin:0 0 16px',
  action: 'margin:24px 0',
  button: `display:inline-block;padding:12px 24px;background:#14213d;${press}`,
  code: 'margin:0 0 24px;font:600 28px/1.25 ui-monospace,Consolas,monospace;letter-spacing:4px',
  figures: 'margin:0 0 16px;border-collapse:collapse',
  label: 'padding:4px 16px 4px 0;font-size:14px;color:#46516a;vertical-align:top;white-space:nowrap',
  figure: 'padding:4px 0;overflow-wrap:anywhere',
  fine: 'margin:0 0 16px;font-size:14px;color:#46516a',
  address: 'color:#46516a;word-break:break-all',
  contact: 'margin:0;font-size:14px;color:#46516a',
}

// For mail programs that support dark mode by media query. Others invert the light colours themselves.
const dark = `@media (prefers-color-scheme: dark) {
      .page { background: #14213d !important }
      .sheet { background: #1b2a41 !important; color: #faf6ee !important }
      .sender { color: #d9a94e !important }
      .button { background: #d9a94e !important; color: #14213d !important }
      .fine, .address, .contact { color: #c4c9d4 !important }
    }`

/** An e-mail as one HTML page, readable from 320 px up. It loads nothing, and every value is escaped. */
export async function renderEmail({ words, link, code, stopLink }: EmailParts): Promise<string> {
  const blocks = [
    paragraph('sender', emailFrame.sender),
    html`<h1 style="${looks.heading}">${words.heading}</h1>`,
    ...(words.rows?.length ? [figures(words.rows)] : []),
    ...words.paragraphs.map((sentence) => paragraph('sentence', sentence)),
    ...(link ? [paragraph('action', anchor('button', link, words.button ?? '')), copied(link)] : []),
    ...(code ? [paragraph('sentence', `${words.codeLabel}:`), paragraph('code', code)] : []),
    paragraph('fine', words.unasked),
    ...(stopLink ? [paragraph('fine', anchor('address', stopLink, words.stop ?? ''))] : []),
    paragraph('contact', emailFrame.contact),
  ]
  const page = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${words.subject}</title>
    <style>${dark}</style>
  </head>
  <body class="page" style="${looks.page}">
    <div style="${looks.preheader}">${words.preheader}</div>
    <div class="sheet" style="${looks.sheet}">${blocks.map((block) => html`
      ${block}`)}
    </div>
  </body>
</html>
`
  return String(page)
}

type Look = keyof typeof looks
type Content = string | ReturnType<typeof html>

const paragraph = (look: Look, content: Content) => html`<p class="${look}" style="${looks[look]}">${content}</p>`

/** A table, which every mail program sets in columns. */
const figures = (rows: [label: string, figure: string][]) =>
  html`<table role="presentation" style="${looks.figures}">${rows.map(
    ([label, figure]) => html`<tr><td class="fine" style="${looks.label}">${label}</td><td style="${looks.figure}">${figure}</td></tr>`,
  )}</table>`

const anchor = (look: Look, link: string, label: string) =>
  html`<a class="${look}" href="${link}" style="${looks[look]}">${label}</a>`

/** For mail programs that do not show the button's link. */
const copied = (link: string) =>
  paragraph('fine', html`${emailFrame.linkFallback}<br>${anchor('address', link, link)}`)
