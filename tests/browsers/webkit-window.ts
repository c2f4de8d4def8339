import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../helpers/ports.ts'

export interface WindowOptions {
  width: number
  height: number
  reducedMotion: boolean
}

/** What a window tells of itself; `webkit-window.py` says when. */
export interface WindowEvent {
  event: 'opened' | 'closed' | 'crashed' | 'load' | 'failed' | 'address' | 'parsed' | 'message' | 'console'
  view: string
  url: string
  stage: 'started' | 'redirected' | 'committed' | 'finished'
  opener: string | null
  text: string
  error: string
}

interface Answer {
  id: number
  result?: string
  error?: string
}

const environment = {
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  NO_AT_BRIDGE: '1',
  LANG: 'en_US.UTF-8',
  // WebKit's sandbox needs rights that root in a container does not have; the pages are our own.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
}

/** A browser of its own, profile and all: WebKitWebDriver for hands, `webkit-window.py` for all else. */
export class WebkitWindow {
  #answers = new Map<number, (answer: Answer) => void>()
  #asked = 0
  #session = ''
  #turn: Promise<unknown> = Promise.resolve()
  readonly #driver: ChildProcess
  readonly #address: string
  readonly #profile: string
  readonly #line: Socket

  private constructor(driver: ChildProcess, address: string, profile: string, line: Socket) {
    this.#driver = driver
    this.#address = address
    this.#profile = profile
    this.#line = line
  }

  /** Opens one; resolved once it can be driven. */
  static async open(options: WindowOptions, onEvent: (event: WindowEvent) => void): Promise<WebkitWindow> {
    const profile = await mkdtemp(path.join(tmpdir(), 'webkit-'))
    const port = await freePort()
    const driver = spawn(process.env.WEBKIT_PATH ?? 'WebKitWebDriver', [`--port=${port}`], { stdio: 'inherit', env: { ...process.env, ...environment } })
    const server = createServer()
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const own = server.address()
    const linePort = String(own && typeof own === 'object' ? own.port : '')
    const address = `http://127.0.0.1:${port}`
    const browser = {
      binary: path.join(import.meta.dirname, 'webkit-window.py'),
      args: [linePort, JSON.stringify({ ...options, profile })],
    }
    // The events of the first view come before the driver's answer.
    const listening = connected.then((line) => {
      const window = new WebkitWindow(driver, address, profile, line)
      createInterface(line).on('line', (text) => {
        const said: Answer & WindowEvent = JSON.parse(text)
        if (said.id) window.#answers.get(said.id)?.(said)
        else onEvent(said)
      })
      return window
    })
    const alwaysMatch = { pageLoadStrategy: 'none', unhandledPromptBehavior: 'accept', 'webkitgtk:browserOptions': browser }
    await driverIsThere(address)
    const session = await command(address, 'POST', '/session', { capabilities: { alwaysMatch } })
    const window = await listening
    server.close()
    window.#session = `/session/${session.sessionId}`
    return window
  }

  /** Asks `webkit-window.py`; rejects with what it says went wrong. */
  async ask(name: string, parameters: object = {}): Promise<string> {
    const id = (this.#asked += 1)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#answers.set(id, resolve)
    this.#line.write(`${JSON.stringify({ id, command: name, ...parameters })}\n`)
    const { result, error } = await promise
    this.#answers.delete(id)
    if (error !== undefined) throw new Error(error)
    return result ?? ''
  }

  /** Asks the driver, one thing after another: what is pressed in one view must not land in the next. */
  async drive(method: 'GET' | 'POST' | 'DELETE', place: string, body?: object): Promise<Record<string, string>> {
    const mine = this.#turn.then(() => command(this.#address, method, this.#session + place, body))
    this.#turn = mine.catch(() => undefined)
    return await mine
  }

  async close(): Promise<void> {
    this.#line.destroy()
    this.#driver.kill('SIGKILL')
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function driverIsThere(address: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${address}/status`)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function command(address: string, method: string, place: string, body?: object): Promise<Record<string, string>> {
  const response = await fetch(address + place, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`WebKitWebDriver: ${method} ${place}: ${value.error}: ${value.message}`)
  return value
}
