/**
 * The only script of a page before its visitor does something: written into the head of each (`build/boot-script.ts`), it
 * loads the app at the first intent and keeps what is pressed until the app can answer. Links go their own way meanwhile.
 */

import { carriesMessage } from './carries-message.ts'
import { showKeptFace } from './display-face.ts'

export interface App {
  /** Gives the prerendered page its behaviour; resolved when it has it. */
  start: () => Promise<void>
}

/** How long a pressed link waits for the app before the browser follows it. */
const patienceMs = 150

const intents = ['pointerdown', 'keydown', 'focusin', 'input']
const hints = ['pointermove', 'touchstart', 'wheel', 'scroll']
/**
 * The app's module, then those of the page, all to be fetched together; the whole style sheet, since the page carries
 * only the styles of what it shows; a mark on pages that do not wait for their visitor.
 */
const { modules = '', sheet = '', wakes } = document.currentScript?.dataset ?? {}
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
const listening = new AbortController()
const held: HTMLElement[] = []
let waking = false
let starting = false

async function wake(): Promise<void> {
  if (waking) return
  waking = true
  try {
    const files = modules.split(' ')
    await Promise.all([...files.map(fetchFile), styled(), parsed])
    const { start } = await load(files[0] ?? '')
    starting = true
    await start()
    listening.abort()
    for (const target of held) target.click()
  } catch (error) {
    // The page stays a page; the next intent tries again.
    console.error(error)
    held.length = 0
    waking = false
    starting = false
  }
}

/**
 * Into the browser's cache. A module that once failed to load has failed for its document for good, so all that are
 * needed are there before the first of them is imported.
 */
async function fetchFile(address: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Not loaded: ${address}`)
  await response.arrayBuffer()
}

const load: (module: string) => Promise<App> = (module) => import(/* @vite-ignore */ module)

function styled(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet })
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`Not loaded: ${sheet}`))
    })
    document.head.append(link)
  })
}

/**
 * A press that only the app can answer waits for it, and with it a form: the Enter key presses its button. A link waits
 * for a moment, then the browser follows it.
 */
function hold(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href],button') : null
  if (!target || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (target instanceof HTMLAnchorElement) {
    if (target.target || target.origin !== location.origin || target.getAttribute('href')?.startsWith('#')) return
    setTimeout(() => listening.signal.aborted || location.assign(target.href), patienceMs)
  }
  event.preventDefault()
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

/** §4 and what the app alone can show: a remembered visit, a link from an e-mail, an address outside the site. */
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

const { signal } = listening
for (const type of navigator.connection?.saveData ? intents : [...intents, ...hints]) {
  addEventListener(type, () => void wake(), { signal, capture: true, passive: true })
}
addEventListener('click', hold, { signal, capture: true })

addEventListener('DOMContentLoaded', () => {
  const today = document.querySelector<HTMLElement>('[data-today]')
  if (today) today.textContent = `${today.dataset.today} ${new Date().toLocaleDateString('en-US', { dateStyle: 'long' })}`
})
if (expected()) void wake()
