import { inPage } from './in-page.ts'

/** Scripts for a page of WebKit, as text. */

export interface Call {
  view: string
  realm: string
  /** The text of a function, or of an expression, and what it is called with. */
  source: string
  kind: 'function' | 'expression'
  given: unknown[]
  /** Whether what comes of it is kept in the page, and only told of. */
  keep: boolean
}

/** Playwright's own way to run a function of a test; what it has the page evaluate comes as the fourth value. */
const byPlaywright = '(utilityScript, ...args) => utilityScript.evaluate(...args)'

/** Resolved with the answer, as JSON. */
export function scriptFor({ source, kind, given, keep, view, realm }: Call): string {
  const written = kind === 'expression' ? `() => (\n${asExpression(source)}\n)` : `(\n${source}\n)`
  const called = source === byPlaywright ? withoutEval(given) : written
  return `${inPage}\nreturn await answerBidi(${JSON.stringify({ given, keep, view, realm })}, ${called})`
}

const asExpression = (source: string) => source.trim().replace(/;+$/, '')

/** A page's policy may forbid it to evaluate text: the text is part of this script instead. */
function withoutEval(given: unknown[]): string {
  const [, , , text] = given
  const asked = text && typeof text === 'object' && 'value' in text ? asExpression(String(text.value)) : ''
  // What this would bring is there already, from `webkit-window.py`.
  const expression = /injectedScript\d*\.extend\(/.test(asked) ? '() => undefined' : asked
  return `(utilityScript, ...args) => {
    const global = { eval: () => (\n${expression}\n) }
    return utilityScript.evaluate.call(Object.create(utilityScript, { global: { value: global } }), ...args)
  }`
}

/** Runs before those of each page. */
export function preloadScript(source: string, given: unknown[]): string {
  const asked = JSON.stringify({ given, keep: false, view: '', realm: '' })
  return `(() => { ${inPage}\nvoid answerBidi(${asked}, (${source})) })()`
}

const values = `globalThis[Symbol.for('webdriver bidi')]?.values`

/** Forgets what was kept for the test. */
export function disown(handles: string[]): string {
  return `for (const id of ${JSON.stringify(handles)}) ${values}?.delete(id); return ''`
}

/** Keeps the element that the next event of the other world is about. */
export function takeOver(handle: string): string {
  return `document.addEventListener('bidi', ({ relatedTarget }) => ${values}.set('${handle}', relatedTarget), { once: true }); return ''`
}

export function handOver(handle: string): string {
  return `document.dispatchEvent(new MouseEvent('bidi', { relatedTarget: ${values}.get('${handle}') })); return ''`
}
