#!/usr/bin/env node
/**
 * Stands in for the program of Firefox where Playwright starts one: it starts Firefox and passes on what the two say to
 * each other in WebDriver BiDi, but for what the one does not know and the other waits for.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { listenForPlaywright, type Message, textOf } from './bidi-server.ts'
import { RestoredPages } from './restored-pages.ts'

/** What Playwright asks for with each page, and no journey needs: reduced motion is a setting of the profile. */
const dispensable = ['emulation.setMediaFeaturesOverride']

/**
 * Playwright fills a field by setting its value, which React overlooks, as it must. The browser's own insertion of text
 * is what typing does.
 */
const insertion = 'window.__pw_bidiInsertText = (text) => bidiInsertText(window, text)'
const insertionOfBrowser = "window.__pw_bidiInsertText = (text) => void document.execCommand(text ? 'insertText' : 'delete', false, text)"

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal))
firefox.once('exit', (code) => process.exit(code ?? 1))

createInterface(firefox.stderr).on('line', (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/.*)$/.exec(line)?.[1]
  if (address) listenForPlaywright((playwright) => relay(playwright, new WebSocket(`${address}/session`, { perMessageDeflate: false })))
  else console.error(line)
})

function relay(playwright: WebSocket, browser: WebSocket): void {
  const dispensed = new Set<number | undefined>()
  const ready = new Promise((resolve) => browser.once('open', resolve))
  const restored = new RestoredPages(
    (message) => browser.send(JSON.stringify(message)),
    (message) => playwright.send(JSON.stringify(message)),
  )
  playwright.on('message', (data) => {
    const message: Message = JSON.parse(textOf(data))
    if (dispensable.includes(message.method ?? '')) dispensed.add(message.id)
    const text = message.method === 'browsingContext.print' ? JSON.stringify(inCentimetres(message)) : textOf(data)
    void ready.then(() => browser.send(text.replace(insertion, insertionOfBrowser)))
  })
  browser.on('message', (data) => {
    const message: Message = JSON.parse(textOf(data))
    if (restored.takes(message)) return
    const unknown = dispensed.delete(message.id) && message.error === 'unknown command'
    playwright.send(unknown ? JSON.stringify({ type: 'success', id: message.id, result: {} }) : textOf(data))
    restored.hear(message)
  })
  playwright.on('close', () => browser.close())
  browser.on('close', () => playwright.close())
}

/** Playwright gives the sizes of paper in inches; the protocol has them in centimetres. */
function inCentimetres({ params, ...message }: Message): Message {
  return { ...message, params: { ...params, page: converted(params?.page), margin: converted(params?.margin) } }
}

function converted(lengths: unknown): Record<string, number> {
  return Object.fromEntries(Object.entries(lengths ?? {}).map(([side, inches]) => [side, Number(inches) * 2.54]))
}
