/**
 * What runs inside of a page of WebKit to answer `script.evaluate` and `script.callFunction`: values in and out as
 * WebDriver BiDi writes them (section 7.6 of https://www.w3.org/TR/webdriver-bidi/).
 */

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

/** Playwright's own way to run a function of a test; what it has the page evaluate comes as the fifth value. */
const byPlaywright = '(utilityScript, ...args) => utilityScript.evaluate(...args)'

/** The text of a script that is resolved with the answer, as JSON. */
export function scriptFor({ source, kind, given, keep, view, realm }: Call): string {
  const expression = source.trim().replace(/;+$/, '')
  const called = kind === 'expression' ? `() => (\n${expression}\n)` : source === byPlaywright ? withoutEval(given) : `(\n${source}\n)`
  return `return await (${inPage})(${JSON.stringify({ given, keep, view, realm })}, ${called})`
}

/** A page's policy may forbid it to evaluate text: the text is part of this script instead. */
function withoutEval(given: unknown[]): string {
  const [, , , text] = given
  const asked = text && typeof text === 'object' && 'value' in text ? String(text.value).trim().replace(/;+$/, '') : ''
  // What this would bring is there already, from `webkit-window.py`.
  const expression = /injectedScript\d*\.extend\(/.test(asked) ? '() => undefined' : asked
  return `(utilityScript, ...args) => {
    const global = { eval: () => (\n${expression}\n) }
    return utilityScript.evaluate.call(Object.create(utilityScript, { global: { value: global } }), ...args)
  }`
}

/** Sent as text: it may refer to nothing outside of itself. */
async function inPage(
  { given, keep, view, realm }: Pick<Call, 'given' | 'keep' | 'view' | 'realm'>,
  called: (...given: unknown[]) => unknown,
): Promise<string> {
  type Local = { type: string; value?: unknown; handle?: string; sharedId?: string }
  const place = Symbol.for('webdriver bidi')
  if (!Reflect.has(globalThis, place)) {
    Object.defineProperty(globalThis, place, { value: { kept: new Map<string, unknown>(), count: 0 } })
  }
  const own: { kept: Map<string, unknown>; count: number } = Reflect.get(globalThis, place)
  const { kept } = own

  function keptAs(value: object): string {
    const id = `${realm}-${(own.count += 1)}`
    kept.set(id, value)
    return id
  }

  function parse(local: Local): unknown {
    const id = local.handle ?? local.sharedId
    if (id !== undefined) {
      if (!kept.has(id)) throw { gone: id }
      return kept.get(id)
    }
    const { type, value } = local
    if (type === 'undefined') return undefined
    if (type === 'null') return null
    if (type === 'number') return Number(value)
    if (type === 'bigint') return BigInt(String(value))
    if (type === 'date') return new Date(String(value))
    if (Array.isArray(value)) {
      return type === 'array' ? value.map(parse) : Object.fromEntries(value.map(([name, each]) => [typeof name === 'string' ? name : parse(name), parse(each)]))
    }
    if (type === 'regexp' && value && typeof value === 'object') return new RegExp(String(Reflect.get(value, 'pattern')), String(Reflect.get(value, 'flags') ?? ''))
    if (type === 'channel' && value && typeof value === 'object') {
      const handlers = Reflect.get(Reflect.get(globalThis, 'webkit'), 'messageHandlers')
      return (said: unknown) => handlers.bidi.postMessage(JSON.stringify({ channel: Reflect.get(value, 'channel'), realm, data: write(said) }))
    }
    return value
  }

  function kindOf(value: object): string {
    if (Array.isArray(value)) return 'array'
    if (value instanceof Node) return 'node'
    if (value === globalThis) return 'window'
    if (typeof value === 'function') return 'function'
    const kind = Object.prototype.toString.call(value).slice(8, -1).toLowerCase()
    return ['regexp', 'date', 'map', 'set', 'error', 'promise', 'arraybuffer', 'nodelist', 'htmlcollection'].includes(kind) ? kind : 'object'
  }

  function primitive(value: unknown): Local | undefined {
    if (value === null) return { type: 'null' }
    if (typeof value === 'number') {
      return { type: 'number', value: Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value) }
    }
    if (typeof value === 'bigint') return { type: 'bigint', value: String(value) }
    if (typeof value === 'object' || typeof value === 'function') return undefined
    return typeof value === 'symbol' ? { type: 'symbol' } : { type: typeof value, value }
  }

  function write(value: unknown): Local {
    const simple = primitive(value)
    if (simple || typeof value !== 'object' || value === null) return simple ?? { type: 'function' }
    const type = kindOf(value)
    if (type === 'array' && Array.isArray(value)) return { type, value: value.map(write) }
    if (type === 'date' && value instanceof Date) return { type, value: value.toISOString() }
    if (type === 'object') return { type, value: Object.entries(value).map(([name, each]) => [name, write(each)]) }
    return keepIt(value)
  }

  function keepIt(value: object): Local {
    const type = kindOf(value)
    const id = keptAs(value)
    if (type === 'window') return { type, handle: id, value: { context: view } }
    return type === 'node' && value instanceof Node
      ? { type, handle: id, sharedId: id, value: { nodeType: value.nodeType, localName: value.nodeName.toLowerCase() } }
      : { type, handle: id }
  }

  try {
    const parsed = given.map((each) => parse(each as Local))
    const result = await called(...parsed)
    const local = primitive(result) ?? (keep ? keepIt(result as object) : write(result))
    return JSON.stringify({ type: 'success', result: local, realm })
  } catch (error) {
    if (error && typeof error === 'object' && 'gone' in error) return JSON.stringify({ type: 'gone', handle: error.gone })
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return JSON.stringify({ type: 'exception', exceptionDetails: { text }, realm })
  }
}

/** The text of a script that runs before those of each page. */
export function preloadScript(source: string, given: unknown[]): string {
  return `(async () => { await (${inPage})(${JSON.stringify({ given, keep: false, view: '', realm: '' })}, (${source})) })()`
}

const keeping = `globalThis[Symbol.for('webdriver bidi')]`

/** Forgets what was kept for the test. */
export function disown(handles: string[]): string {
  return `for (const id of ${JSON.stringify(handles)}) ${keeping}?.kept.delete(id); return ''`
}

/** Keeps the element that the next event of the other world is about. */
export function takeOver(handle: string): string {
  return `document.addEventListener('bidi', ({ relatedTarget }) => ${keeping}.kept.set('${handle}', relatedTarget), { once: true }); return ''`
}

export function handOver(handle: string): string {
  return `document.dispatchEvent(new MouseEvent('bidi', { relatedTarget: ${keeping}.kept.get('${handle}') })); return ''`
}
