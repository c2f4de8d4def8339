import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebkitPage, type Tell } from './webkit-page.ts'
import { preloadScript } from './webkit-script.ts'
import { WebkitWindow, type WindowEvent, type WindowOptions } from './webkit-window.ts'

interface UserContext {
  options: WindowOptions
  window?: Promise<WebkitWindow>
  pages: Map<string, WebkitPage>
  preloads: Map<string, string>
  opened: ((page: WebkitPage) => void)[]
}

interface Source {
  actions: { x?: number; y?: number }[]
}

/** Whatever the commands below are sent with; each has its own of these. */
export interface Params {
  context: string
  contexts?: string[]
  userContext: string
  userContexts?: string[]
  url: string
  delta: number
  locale: string
  phases: string[]
  viewport: { width: number; height: number }
  origin: 'document' | 'viewport'
  format?: { type: string }
  clip: Record<'x' | 'y' | 'width' | 'height', number>
  margin: Record<string, number>
  page: Record<'width' | 'height', number>
  background: boolean
  target: { context?: string; realm: string; sandbox?: string }
  resultOwnership?: 'root' | 'none'
  expression?: string
  functionDeclaration: string
  arguments?: unknown[]
  handles: string[]
  script: string
  actions: Source[]
}

type Command = (params: Params) => object | Promise<object | undefined> | undefined

/** WebDriver BiDi, as far as Playwright needs it, for WebKitGTK. What is not here is refused by its name. */
export class WebkitBrowser {
  #contexts = new Map<string, UserContext>()
  readonly #tell: Tell

  constructor(tell: Tell) {
    this.#tell = tell
  }

  #page(context: string): WebkitPage {
    for (const { pages } of this.#contexts.values()) {
      const page = pages.get(context)
      if (page) return page
    }
    throw Object.assign(new Error(`No page ${context}`), { code: 'no such frame' })
  }

  /** Those that a command is for: some, all of some contexts, or all. */
  #concerned(userContexts: string[] | undefined): UserContext[] {
    return [...this.#contexts].filter(([id]) => !userContexts || userContexts.includes(id)).map(([, each]) => each)
  }

  #hear(id: string, window: () => WebkitWindow | undefined, event: WindowEvent): void {
    const context = this.#contexts.get(id)
    if (!context) return
    const name = `${id}/${event.view}`
    const page = context.pages.get(name)
    const first = window()
    if (event.event === 'opened' && first) this.#hearOpened(id, context, first, event)
    else if (event.event === 'console') [...context.pages.values()].at(-1)?.hearConsole(event.text)
    else if (event.event === 'closed') this.#hearClosed(context, name)
    else page?.hear(event)
  }

  #hearOpened(id: string, context: UserContext, window: WebkitWindow, { view, opener }: WindowEvent): void {
    const page = new WebkitPage(window, view, `${id}/${view}`, this.#tell)
    context.pages.set(page.context, page)
    const originalOpener = opener ? `${id}/${opener}` : null
    this.#tell('browsingContext.contextCreated', { context: page.context, url: page.url, userContext: id, parent: null, originalOpener })
    page.announceRealm()
    context.opened.shift()?.(page)
  }

  #hearClosed(context: UserContext, name: string): void {
    context.pages.delete(name)
    this.#tell('browsingContext.contextDestroyed', { context: name, parent: null, url: '' })
  }

  async #open(id: string, context: UserContext): Promise<WebkitWindow> {
    const early: WindowEvent[] = []
    let window: WebkitWindow | undefined
    const hear = (event: WindowEvent) => (window ? this.#hear(id, () => window, event) : early.push(event))
    window = await WebkitWindow.open(context.options, hear)
    for (const event of early) this.#hear(id, () => window, event)
    return window
  }

  async #newPage(id: string): Promise<WebkitPage> {
    const context = this.#contexts.get(id)
    if (!context) throw new Error(`No context ${id}`)
    const { promise, resolve } = Promise.withResolvers<WebkitPage>()
    context.opened.push(resolve)
    if (context.window) await (await context.window).drive('POST', '/window/new', { type: 'window' })
    else {
      context.window = this.#open(id, context)
      const window = await context.window
      for (const [name, source] of context.preloads) await window.ask('add_script', { name, source })
    }
    return await promise
  }

  /** Gives the driver the page's own name, and the page the focus. */
  async #perform({ context, actions }: Params): Promise<undefined> {
    const page = this.#page(context)
    const whole = actions.map((source) => ({ ...source, actions: source.actions.map(wholePixels) }))
    await this.#select(page)
    await page.window.drive('POST', '/actions', { actions: whole })
  }

  async #select(page: WebkitPage): Promise<void> {
    const all = [...this.#contexts.values()].find(({ pages }) => pages.has(page.context))?.pages
    if (!all || all.size < 2) return
    const handles = Object.values(await page.window.drive('GET', '/window/handles'))
    // Both lists are in the order of opening, and neither keeps what was closed.
    for (const [index, each] of [...all.values()].entries()) each.handle = handles[index]
    await page.window.drive('POST', '/window', { handle: page.handle })
  }

  async #resize({ context, userContexts, viewport: { width, height } }: Params): Promise<undefined> {
    if (context) {
      const page = this.#page(context)
      await page.window.ask('resize', { view: page.view, width, height })
      while ((await page.run('return [innerWidth, innerHeight].join()').catch(() => '')) !== [width, height].join());
      return
    }
    for (const each of this.#concerned(userContexts)) {
      each.options = { ...each.options, width, height }
      await (await each.window)?.ask('resize', { width, height })
    }
  }

  async #addPreload({ functionDeclaration, arguments: given = [], userContexts, contexts }: Params): Promise<object> {
    const script = randomUUID()
    const source = preloadScript(functionDeclaration, given)
    const owners = contexts
      ? [...this.#contexts.values()].filter(({ pages }) => contexts.some((id) => pages.has(id)))
      : this.#concerned(userContexts)
    for (const owner of owners) {
      owner.preloads.set(script, source)
      await (await owner.window)?.ask('add_script', { name: script, source })
    }
    return { script }
  }

  async #removePreload({ script }: Params): Promise<undefined> {
    for (const owner of this.#contexts.values()) {
      if (owner.preloads.delete(script)) await (await owner.window)?.ask('remove_script', { name: script })
    }
  }

  async #picture({ context, origin, format, clip }: Params): Promise<object> {
    if (format && format.type !== 'image/png') throw unsupported(`browsingContext.captureScreenshot as ${format.type}`)
    const page = this.#page(context)
    const part = Object.fromEntries(Object.entries(clip).filter(([side]) => side !== 'type').map(([side, length]) => [side, Math.round(length)]))
    return { data: await page.window.ask(origin === 'document' ? 'whole_picture' : 'picture', { view: page.view, ...part }) }
  }

  async #print({ context, margin, page: sheet, background }: Params): Promise<object> {
    const page = this.#page(context)
    const file = path.join(tmpdir(), `${randomUUID()}.pdf`)
    await page.window.ask('paper', { view: page.view, file, ...sheet, margins: margin, background })
    const written = await readFile(file)
    await rm(file)
    return { data: written.toString('base64') }
  }

  async #removeContext(userContext: string): Promise<undefined> {
    const context = this.#contexts.get(userContext)
    this.#contexts.delete(userContext)
    for (const name of context?.pages.keys() ?? []) this.#tell('browsingContext.contextDestroyed', { context: name, parent: null, url: '' })
    await (await context?.window)?.close()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#contexts.keys()].map((userContext) => this.#removeContext(userContext)))
  }

  async #evaluate(params: Params): Promise<object> {
    const { target, resultOwnership, expression, functionDeclaration, arguments: given = [] } = params
    const page = this.#target(target)
    const kind = expression === undefined ? 'function' : 'expression'
    const call = { source: expression ?? functionDeclaration, kind, given, keep: resultOwnership === 'root' } as const
    return await page.evaluate(call, target.sandbox ? 'utility' : 'main')
  }

  #target({ context, realm }: Params['target']): WebkitPage {
    if (context) return this.#page(context)
    const page = [...this.#contexts.values()].flatMap(({ pages }) => [...pages.values()]).find((each) => each.realm === realm)
    if (!page) throw new Error(`No realm ${realm}`)
    return page
  }

  /** Every command that there is, by its name in the protocol. */
  readonly commands: Record<string, Command> = {
    'session.subscribe': () => ({}),
    'network.addIntercept': ({ phases }) => {
      if (phases.join() !== 'authRequired') throw unsupported('network.addIntercept: page.route()')
      return { intercept: 'none' }
    },
    'network.addDataCollector': () => ({ collector: 'none' }),
    'network.setCacheBehavior': () => ({}),
    'browser.createUserContext': () => {
      const userContext = randomUUID()
      this.#contexts.set(userContext, {
        options: { width: 1280, height: 720, reducedMotion: true },
        pages: new Map(), preloads: new Map(), opened: [],
      })
      return { userContext }
    },
    'browser.removeUserContext': ({ userContext }) => this.#removeContext(userContext),
    'browser.setDownloadBehavior': () => ({}),
    'browsingContext.create': async ({ userContext }) => ({ context: (await this.#newPage(userContext)).context }),
    'browsingContext.navigate': async ({ context, url }) => ({ navigation: await this.#page(context).navigate(url), url }),
    'browsingContext.reload': ({ context }) => this.#ask(context, 'reload'),
    'browsingContext.traverseHistory': ({ context, delta }) => this.#ask(context, 'traverse', { delta }),
    'browsingContext.activate': ({ context }) => this.#ask(context, 'activate'),
    'browsingContext.close': async ({ context }) => {
      const page = this.#page(context)
      await this.#select(page)
      await page.window.drive('DELETE', '/window')
    },
    'browsingContext.setViewport': (params) => this.#resize(params),
    'browsingContext.captureScreenshot': (params) => this.#picture(params),
    'browsingContext.print': (params) => this.#print(params),
    // Motion is reduced in every window; the rest of these say what a phone would, which no window of a desk does.
    'emulation.setMediaFeaturesOverride': () => ({}),
    'emulation.setScreenOrientationOverride': () => ({}),
    'emulation.setScreenSettingsOverride': () => ({}),
    'emulation.setLocaleOverride': ({ locale }) => {
      if (locale !== 'en-US') throw unsupported(`emulation.setLocaleOverride: ${locale}`)
      return {}
    },
    'script.evaluate': (params) => this.#evaluate(params),
    'script.callFunction': (params) => this.#evaluate(params),
    'script.disown': async ({ target, handles }) => {
      await this.#target(target).disown(handles, target.sandbox ? 'utility' : 'main')
      return {}
    },
    'script.addPreloadScript': (params) => this.#addPreload(params),
    'script.removePreloadScript': (params) => this.#removePreload(params),
    'input.performActions': (params) => this.#perform(params),
    'storage.getCookies': () => ({ cookies: [] }),
  }

  async #ask(context: string, name: string, parameters: object = {}): Promise<undefined> {
    const page = this.#page(context)
    await page.window.ask(name, { view: page.view, ...parameters })
  }
}

/** The older protocol knows no halves. */
function wholePixels(action: Source['actions'][number]): object {
  return action.x === undefined || action.y === undefined ? action : { ...action, x: Math.round(action.x), y: Math.round(action.y) }
}

export function unsupported(what: string): Error {
  return Object.assign(new Error(`${what} is nothing that WebKitWebDriver can do`), { code: 'unsupported operation' })
}
