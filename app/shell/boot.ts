/**
 * The only script that runs before its visitor does something: written into the head of each page
 * (`build/boot-script.ts`), it fetches the app when the page is at rest, starts it at the first intent and keeps what is
 * pressed until the app can answer. Links go their own way meanwhile.
 */

import { carriesMessage } from './carries-message.ts'
import { showKeptFace } from './display-face.ts'
import { noteLeaving } from './note-leaving.ts'

export interface App {
  /** Gives the prerendered page its behaviour; resolved when it has it. */
  start: () => Promise<void>
}

/** How long a pressed link waits for the app before the browser follows it. */
const patienceMs = 150
/** How long a page has been complete when it is at rest: its largest text is painted, on a slow phone too. */
const restMs = 1000

const intents = ['pointerdown', 'keydown', 'focusin', 'input']
const hints = ['pointermove', 'wheel', 'scroll']
/**
 * The app's module, then those of the page, all to be fetched together; the whole style sheet, since the page carries
 * only the styles of what it shows; a mark on pages that do not wait for their visitor.
 */
const { modules = '', sheet = '', wakes } = document.currentScript?.dataset ?? {}
const files = modules.split(' ')
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
const listening = new AbortController()
const { signal } = listening
const held: HTMLElement[] = []
let fetching: Promise<void> | undefined
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

/**
 * Once, into the browser's cache, and from there into the document, unrun. A module that once failed to load has failed
 * for its document for good, so all that are needed are there before the first of them is asked for.
 */
function fetchFiles(priority: RequestPriority = 'auto'): Promise<void> {
  fetching ??= Promise.all(
    [sheet, ...files].map(async (address) => {
      const response = await fetch(address, { priority })
      if (!response.ok) throw new Error(address)
      await response.arrayBuffer()
    }),
  ).then(() => files.forEach((href) => link({ rel: 'modulepreload', href })))
  fetching.catch(() => (fetching = undefined))
  return fetching
}

/**
 * Only when the file is in the cache and the page in sight: WebKit paints nothing while it waits for a sheet. Not a sheet
 * that this script makes itself, with which WebKitGTK never ends to print a page.
 */
function styled(): Promise<unknown> {
  return new Promise((onload, onerror) => link({ rel: 'stylesheet', href: sheet, onload, onerror }))
}

function link(properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), properties))
}

/**
 * A press that only the app can answer waits for it, and with it a form: the Enter key presses its button. A link waits
 * for a moment, then the browser follows it.
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
  // A press need not come by a pointer or a key: a screen reader's does not.
  void wake()
}

/** Counts one more without the app, which will read the field as it reads what was typed. */
function count({ dataset: { plus }, parentElement: counter }: HTMLElement): boolean {
  const field = plus === undefined ? null : counter?.querySelector('input')
  if (field) field.value = String((Number(field.value) || 0) + 1)
  return Boolean(field)
}

/** R-SESSION and what the app alone can show: a remembered visit, a link from an e-mail, an address outside the site. */
function expected(): boolean {
  if (wakes === 'at-once' || !location.pathname.startsWith(import.meta.env.BASE_URL)) return true
  if (carriesMessage()) return true
  try {
    return sessionStorage.length > 0 || (wakes === 'for-session' && holdsSession())
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
if (expected()) void wake()
else if (!saveData && !effectiveType?.endsWith('2g')) addEventListener('load', () => setTimeout(fetchAhead, restMs))

/** While nobody does anything, so that the first press waits for no line; not in a tab that nobody has looked at. */
function fetchAhead(): void {
  requestAnimationFrame(() => void fetchFiles('low').catch(console.info))
}
