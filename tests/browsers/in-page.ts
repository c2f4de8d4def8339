/**
 * What runs inside of a page of WebKit to answer `script.evaluate` and `script.callFunction`: values in and out as
 * WebDriver BiDi writes them (section 7.6 of https://www.w3.org/TR/webdriver-bidi/). The page gets the text of these
 * functions, all or none: they use each other, and nothing from outside of this file.
 */

interface Local {
  type: string
  value?: unknown
  handle?: string
  sharedId?: string
}

interface Asked {
  given: Local[]
  /** Whether the result stays in the page, and its handle alone is told. */
  keep: boolean
  view: string
  realm: string
}

interface Kept {
  values: Map<string, unknown>
  count: number
}

function keeping(): Kept {
  const place = Symbol.for('webdriver bidi')
  if (!Reflect.has(globalThis, place)) Object.defineProperty(globalThis, place, { value: { values: new Map(), count: 0 } })
  return Reflect.get(globalThis, place)
}

function read(local: Local, asked: Asked): unknown {
  const id = local.handle ?? local.sharedId
  if (id !== undefined) {
    if (!keeping().values.has(id)) throw new ReferenceError(`no such handle: ${id}`)
    return keeping().values.get(id)
  }
  const { type, value } = local
  if (type === 'null') return null
  if (type === 'number') return Number(value)
  if (type === 'bigint') return BigInt(String(value))
  if (type === 'date') return new Date(String(value))
  if (type === 'array' && Array.isArray(value)) return value.map((each) => read(each, asked))
  if (type === 'object' && Array.isArray(value)) {
    return Object.fromEntries(value.map(([name, each]) => [typeof name === 'string' ? name : read(name, asked), read(each, asked)]))
  }
  if (type === 'regexp' && value instanceof Object) return new RegExp(String(Reflect.get(value, 'pattern')), String(Reflect.get(value, 'flags') ?? ''))
  if (type === 'channel' && value instanceof Object) return (said: unknown) => tellChannel(Reflect.get(value, 'channel'), said, asked)
  return value
}

function tellChannel(channel: unknown, said: unknown, asked: Asked): void {
  const { bidi } = Reflect.get(Reflect.get(globalThis, 'webkit'), 'messageHandlers')
  // Not a window's message: this one has no origin to aim at.
  Reflect.apply(bidi.postMessage, bidi, [JSON.stringify({ channel, data: write(said, asked) })])
}

function kindOf(value: object): string {
  if (Array.isArray(value)) return 'array'
  if (value instanceof Node) return 'node'
  if (value === globalThis) return 'window'
  if (typeof value === 'function') return 'function'
  const kind = Object.prototype.toString.call(value).slice(8, -1).toLowerCase()
  return ['regexp', 'date', 'map', 'set', 'error', 'promise', 'arraybuffer', 'nodelist', 'htmlcollection'].includes(kind) ? kind : 'object'
}

function writePrimitive(value: unknown): Local | undefined {
  if (value === null) return { type: 'null' }
  if (typeof value === 'number') {
    return { type: 'number', value: Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value) }
  }
  if (typeof value === 'bigint') return { type: 'bigint', value: String(value) }
  if (value instanceof Object || typeof value === 'object') return undefined
  return typeof value === 'symbol' ? { type: 'symbol' } : { type: typeof value, value }
}

function write(value: unknown, asked: Asked): Local {
  const primitive = writePrimitive(value)
  if (primitive || typeof value !== 'object' || value === null) return primitive ?? { type: 'function' }
  const type = kindOf(value)
  if (type === 'array' && Array.isArray(value)) return { type, value: value.map((each) => write(each, asked)) }
  if (type === 'date' && value instanceof Date) return { type, value: value.toISOString() }
  if (type === 'object') return { type, value: Object.entries(value).map(([name, each]) => [name, write(each, asked)]) }
  return keepValue(value, asked)
}

function keepValue(value: unknown, { realm, view }: Asked): Local {
  const primitive = writePrimitive(value)
  if (primitive || !(value instanceof Object || typeof value === 'object') || value === null) return primitive ?? { type: 'undefined' }
  const kept = keeping()
  const handle = `${realm}-${(kept.count += 1)}`
  kept.values.set(handle, value)
  const type = kindOf(value)
  if (type === 'window') return { type, handle, value: { context: view } }
  if (!(value instanceof Node)) return { type, handle }
  return { type, handle, sharedId: handle, value: { nodeType: value.nodeType, localName: value.nodeName.toLowerCase() } }
}

/** Calls a function with what was given, resolved with the protocol's answer as JSON. */
async function answerBidi(asked: Asked, called: (...given: unknown[]) => unknown): Promise<string> {
  try {
    const result = await called(...asked.given.map((each) => read(each, asked)))
    return JSON.stringify({ type: 'success', result: asked.keep ? keepValue(result, asked) : write(result, asked) })
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return JSON.stringify({ type: 'exception', exceptionDetails: { text } })
  }
}

/** The text of all of them, in the order of their use. */
export const inPage = [keeping, read, tellChannel, kindOf, writePrimitive, write, keepValue, answerBidi].map(String).join('\n')
