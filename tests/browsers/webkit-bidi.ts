#!/usr/bin/env node
/**
 * Stands in for the program of a browser where Playwright starts one that speaks WebDriver BiDi: translates it for
 * WebKitGTK, whose driver speaks the older protocol alone. The windows are on a screen of their own.
 */
import { spawn } from 'node:child_process'
import type { WebSocket } from 'ws'
import { listenForPlaywright, type Message, textOf } from './bidi-server.ts'
import { type Params, unsupported, WebkitBrowser } from './webkit-browser.ts'

interface Asked {
  id: number
  method: string
  params: Params
}

const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.on('exit', () => screen.kill())
screen.once('exit', () => process.exit(1))

screen.stdio[3]?.once('data', (number) => {
  process.env.DISPLAY = `:${String(number).trim()}`
  listenForPlaywright(serve)
})

function serve(playwright: WebSocket): void {
  const send = (message: Message) => playwright.send(JSON.stringify(message))
  const browser = new WebkitBrowser((method, params) => send({ type: 'event', method, params: { ...params } }))
  playwright.on('message', (data) => void obey(JSON.parse(textOf(data))))

  async function obey({ id, method, params }: Asked): Promise<void> {
    try {
      if (method === 'browser.close') await browser.close()
      send({ type: 'success', id, result: await answer(browser, method, params) })
      if (method === 'browser.close') process.exit(0)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
      send({ type: 'error', id, error: code, message: error instanceof Error ? error.message : String(error) })
    }
  }
}

const capabilities = { browserName: 'WebKitGTK', browserVersion: process.env.WEBKIT_VERSION ?? '', userAgent: 'WebKitGTK' }

async function answer(browser: WebkitBrowser, method: string, params: Params): Promise<Record<string, unknown>> {
  if (method === 'session.new') return { sessionId: 'webkit', capabilities }
  if (method === 'browser.close') return {}
  const command = browser.commands[method]
  if (!command) throw unsupported(method)
  return { ...(await command(params)) }
}
