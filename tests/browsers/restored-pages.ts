import type { Message } from './bidi-server.ts'

/** Numbers of commands that no command of Playwright's has. */
const firstOwnId = 2 ** 40

/**
 * Firefox says that a page is left for one of its back/forward cache, but not that this one is there. What is missing is
 * said here: the document of a new realm is complete at once only if it was kept.
 */
export class RestoredPages {
  #leaving = new Map<unknown, { navigation: unknown; url: unknown }>()
  #asked = new Map<number | undefined, unknown>()
  #lastId = firstOwnId
  readonly #toBrowser: (message: Message) => void
  readonly #toPlaywright: (message: Message) => void

  constructor(toBrowser: (message: Message) => void, toPlaywright: (message: Message) => void) {
    this.#toBrowser = toBrowser
    this.#toPlaywright = toPlaywright
  }

  hear({ method, params = {} }: Message): void {
    const { context, navigation, url } = params
    if (method === 'browsingContext.navigationStarted') this.#leaving.set(context, { navigation, url })
    if (method === 'browsingContext.navigationCommitted') this.#leaving.delete(context)
    if (method === 'script.realmCreated' && this.#leaving.has(context) && !params.sandbox) this.#ask(context)
  }

  #ask(context: unknown): void {
    const id = (this.#lastId += 1)
    this.#asked.set(id, context)
    const expression = "document.readyState === 'complete'"
    this.#toBrowser({ id, method: 'script.evaluate', params: { expression, target: { context }, awaitPromise: false } })
  }

  /** Whether this is an answer to what was asked here, which Playwright knows nothing of. */
  takes({ id, result }: Message): boolean {
    if (!this.#asked.has(id)) return false
    const context = this.#asked.get(id)
    this.#asked.delete(id)
    const navigation = this.#leaving.get(context)
    const answer = result?.result
    const complete = answer && typeof answer === 'object' && 'value' in answer && answer.value === true
    if (!navigation || !complete) return true
    this.#leaving.delete(context)
    for (const event of ['navigationCommitted', 'domContentLoaded', 'load']) {
      this.#toPlaywright({ type: 'event', method: `browsingContext.${event}`, params: { context, ...navigation } })
    }
    return true
  }
}
