/**
 * The only script that runs before its visitor does something: written into the head of each page
 * (`build/boot-script.ts`), it fetches the app when the page is at rest, starts it at the first intent and keeps what is
 * pressed until the app can answer. Links go their own way meanwhile.
 */

import { hasAuthParameters } from './auth-parameters.ts'
import { showKeptFace } from './display-face.ts'
import { noteLeaving } from './note-leaving.ts'

export interface App {
  /** Hydrates the prerendered page; resolves once it responds. */
  start: () => Promise<void>
}

/** How long a pressed link waits for the app before the browser follows it. */
const patienceMs = 150
/** A page is at rest this long after it has loaded: its largest text is painted then, on a slow phone too. */
const restMs = 1000

const intents = ['pointerdown', 'keydown', 'focusin', 'input']
const hints = ['pointermove', 'wheel', 'scroll']
/**
 * The app's module, then those of the page, all to be fetched together; the whole style sheet, since the page carries
 * only the styles of what it shows; and when the page starts the app without waiting for an intent.
 */
const { modules = '', sheet = '', hydrate } = document.currentScript?.dataset ?? {}
const files = modules.split(' ')
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
const listening = new AbortController()
const { signal } = listening
const held: HTMLElement[] = []
const requests: Record<string, Promise<void>> = {}
let waking = false
let starting = false

async function wake(): Promise<void> {
  if (waking) return
  waking = true
  const isLeaving = noteLeaving(signal)
  try {
    await Promise.all([fetchFiles(), parsed])
    await styled()
    const { start }: App = await import(/* @vite-ignore */ files[0] ?? '')
    starting = true
    await start()
    listening.abort()
    for (const target of held) target.click()
  } catch (error) {
    // The page stays a page; the next intent tries again.
    if (!isLeaving()) console.error(error)
    held.length = 0
    waking = false
    starting = false
  }
}

/** All files are in the cache before the first module is imported: one that fails to load keeps failing in its document. */
const fetchFiles = () => Promise.all([sheet, ...files].map((address) => fetchFile(address)))

/** Fetches a file into the browser's cache, once, and has a module compiled, but not run. */
function fetchFile(address: string, priority: RequestPriority = 'auto'): Promise<void> {
  const request = (requests[address] ??= (async () => {
    const response = await fetch(address, { priority })
    if (!response.ok) throw new Error(address)
    await response.arrayBuffer()
    if (address !== sheet) link({ rel: 'modulepreload', href: address })
  })())
  request.catch(() => delete requests[address])
  return request
}

/**
 * Only when the file is in the cache and the page in sight: WebKit paints nothing while it waits for a sheet.
 */
function styled(): Promise<unknown> {
  return new Promise((onload, onerror) => link({ rel: 'stylesheet', href: sheet, onload, onerror }))
}

function link(properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), properties))
}

/**
 * Holds a press that only the app can answer until the app is there; forms too, since the Enter key presses their
 * button. A link waits for a moment, then the browser follows it.
 */
function hold(event: MouseEvent): void {
  // Links of this site begin with a slash.
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="/"]:not([target]),button') : null
  if (!target || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (target instanceof HTMLAnchorElement) {
    setTimeout(() => {
      if (signal.aborted) return
      // An open menu would cover what it leads to on this page.
      target.closest('details')?.removeAttribute('open')
      location.assign(target.href)
    }, patienceMs)
  }
  event.preventDefault()
  // Safari does not focus a button that is pressed; help opens for the focus.
  target.focus()
  if (starting || !count(target)) held.push(target)
  // A screen reader's press comes by no pointer and no key.
  void wake()
}

/** Answers a counter's plus button without the app, which later reads the field as if its value had been typed. */
function count({ dataset: { plus }, parentElement: counter }: HTMLElement): boolean {
  const field = plus === undefined ? null : counter?.querySelector('input')
  if (field) field.value = String((Number(field.value) || 0) + 1)
  return Boolean(field)
}

/** R-SESSION, and what only the app can show: what the tab has stored, an e-mail's link, an address outside the site. */
function needsApp(): boolean {
  if (hydrate === 'on-load' || !location.pathname.startsWith(import.meta.env.BASE_URL)) return true
  if (hasAuthParameters()) return true
  try {
    return sessionStorage.length > 0 || (hydrate === 'with-session' && holdsSession())
  } catch {
    // A browser that refuses storage remembers nothing.
    return false
  }
}

function holdsSession(): boolean {
  return Object.keys(localStorage).some((name) => name.endsWith('-auth-token'))
}

showKeptFace()

const { saveData, effectiveType } = navigator.connection ?? {}
for (const type of saveData ? intents : [...intents, ...hints]) {
  addEventListener(type, () => void wake(), { signal, capture: true, passive: true })
}
addEventListener('click', hold, { signal, capture: true })

addEventListener('DOMContentLoaded', () => {
  const today = document.querySelector<HTMLElement>('[data-today]')
  if (today) today.textContent = `${today.dataset.today} ${new Date().toLocaleDateString('en-US', { dateStyle: 'long' })}`
})
if (needsApp()) void wake()
else if (!saveData && !effectiveType?.endsWith('2g')) addEventListener('load', () => setTimeout(fetchAhead, restMs))

/**
 * At rest, so that the first press waits for no network; not in a tab that was never in the foreground. One file after
 * another, since a slow phone takes 15 ms for each.
 */
function fetchAhead(): void {
  requestAnimationFrame(() => void fetchInTurn().catch(console.info))
}

async function fetchInTurn(): Promise<void> {
  for (const address of [sheet, ...files]) await fetchFile(address, 'low')
}
