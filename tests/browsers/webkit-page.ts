import { randomUUID } from 'node:crypto'
import { readConsole } from './webkit-console.ts'
import { type Call, disown, handOver, scriptFor, takeOver } from './webkit-script.ts'
import type { WebkitWindow, WindowEvent } from './webkit-window.ts'

export type Tell = (method: string, params: object) => void

/** Where a script runs: beside those of the page, or apart from them, where the page's policy does not hold. */
export type World = 'main' | 'utility'

interface Pending {
  reject: (error: Error) => void
}

/** One page: its document, of which each has a realm of its own, and what is on the way to the next. */
export class WebkitPage {
  url = 'about:blank'
  realm = randomUUID()
  #navigation: { id: string; settled: () => void } | undefined
  #asked: { id: string; settled: () => void } | undefined
  #parsed = false
  #pending = new Set<Pending>()
  readonly window: WebkitWindow
  readonly view: string
  readonly context: string
  readonly #tell: Tell
  /** The driver's own name of the page, once it is known. */
  handle: string | undefined

  constructor(window: WebkitWindow, view: string, context: string, tell: Tell) {
    this.window = window
    this.view = view
    this.context = context
    this.#tell = tell
  }

  realmOf(world: World): string {
    return world === 'main' ? this.realm : `${this.realm}/utility`
  }

  announceRealm(): void {
    this.#tell('script.realmCreated', { realm: this.realm, origin: this.#origin(), context: this.context, type: 'window' })
  }

  #origin(): string {
    return URL.canParse(this.url) ? new URL(this.url).origin : 'null'
  }

  /** Runs a script in the document that is there; rejects when that is left meanwhile. */
  async run(body: string, world: World = 'main'): Promise<string> {
    const left = Promise.withResolvers<never>()
    this.#pending.add(left)
    try {
      return await Promise.race([this.window.ask('evaluate', { view: this.view, body, world: world === 'main' ? null : 'playwright' }), left.promise])
    } finally {
      this.#pending.delete(left)
    }
  }

  async evaluate(call: Omit<Call, 'view' | 'realm'>, world: World): Promise<object> {
    const given = await Promise.all(call.given.map((each) => this.#bring(each, world)))
    const script = scriptFor({ ...call, given, view: this.context, realm: this.realmOf(world) })
    const answer = JSON.parse(await this.run(script, world))
    if (answer.exceptionDetails?.text.startsWith('ReferenceError: no such handle')) throw new Error(answer.exceptionDetails.text)
    return { ...answer, realm: this.realmOf(world) }
  }

  /** The two worlds share the document and nothing else: an event hands an element from one to the other. */
  async #bring(given: unknown, world: World): Promise<unknown> {
    if (!given || typeof given !== 'object' || !('sharedId' in given)) return given
    const id = String(given.sharedId)
    const from: World = id.startsWith(this.realmOf('utility')) ? 'utility' : 'main'
    if (from === world) return given
    const handle = `${this.realmOf(world)}-${id}`
    await this.run(takeOver(handle), world)
    await this.run(handOver(id), from)
    return { handle }
  }

  async disown(handles: string[], world: World): Promise<void> {
    await this.run(disown(handles), world)
  }

  /** Resolved with the navigation's id once it has begun, or is over where it stays in its document. */
  async navigate(url: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const id = randomUUID()
    this.#asked = { id, settled: resolve }
    await this.window.ask('load', { view: this.view, url })
    await promise
    return id
  }

  hear(event: WindowEvent): void {
    if (event.event === 'load') this.#hearLoad(event)
    if (event.event === 'address') void this.#hearAddress(event.url)
    if (event.event === 'parsed') this.#hearParsed()
    if (event.event === 'failed') this.#hearFailed(event)
    if (event.event === 'message') this.#hearMessage(event.text)
  }

  #hearLoad({ stage, url }: WindowEvent): void {
    const { context } = this
    if (stage === 'started') {
      this.#navigation = this.#asked ?? { id: randomUUID(), settled: () => undefined }
      this.#asked = undefined
      this.#tell('browsingContext.navigationStarted', { context, navigation: this.#navigation.id, url })
      this.#navigation.settled()
    }
    if (stage === 'committed') this.#commit(url)
    if (stage === 'finished' && this.#navigation) {
      this.#hearParsed()
      this.#tell('browsingContext.load', { context, url, navigation: this.#navigation.id })
      this.#navigation = undefined
    }
  }

  #commit(url: string): void {
    const { context } = this
    this.url = url
    this.#parsed = false
    for (const realm of [this.realm, this.realmOf('utility')]) this.#tell('script.realmDestroyed', { realm })
    for (const { reject } of this.#pending) reject(new Error('The document was left.'))
    this.realm = randomUUID()
    this.#tell('browsingContext.navigationCommitted', { context, url, navigation: this.#navigation?.id ?? null })
    this.announceRealm()
  }

  #hearParsed(): void {
    if (this.#parsed) return
    this.#parsed = true
    this.#tell('browsingContext.domContentLoaded', { context: this.context, url: this.url, navigation: this.#navigation?.id ?? null })
  }

  #hearFailed({ url, error }: WindowEvent): void {
    const navigation = this.#navigation ?? this.#asked
    if (!navigation) return
    this.#navigation = undefined
    this.#asked = undefined
    this.#tell('browsingContext.navigationFailed', { context: this.context, url, navigation: navigation.id, message: error })
    navigation.settled()
  }

  /** A new address is that of the document, or of one that is on its way. */
  async #hearAddress(url: string): Promise<void> {
    const own = await this.run('return location.href').catch(() => undefined)
    if (own !== url || url === this.url) return
    this.url = url
    const asked = this.#asked
    this.#asked = undefined
    const what = asked ? 'browsingContext.fragmentNavigated' : 'browsingContext.historyUpdated'
    this.#tell(what, { context: this.context, url, navigation: asked?.id ?? null })
    asked?.settled()
  }

  #hearMessage(text: string): void {
    const { channel, data } = JSON.parse(text)
    this.#tell('script.message', { channel, data, source: { realm: this.realm, context: this.context } })
  }

  hearConsole(text: string): void {
    const entry = readConsole(text)
    if (!entry) {
      if (text) console.error(text)
      return
    }
    const args = [{ type: 'string', value: entry.text }]
    this.#tell('log.entryAdded', { ...entry, args, source: { realm: this.realm, context: this.context }, timestamp: Date.now() })
  }
}
