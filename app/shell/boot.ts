/**
 * The only script that runs before its visitor does something: written into the head of each page
 * (`build/boot-script.ts`), it fetches the app when the page is at rest, starts it at the first intent and keeps what is
 * pressed until the app can answer. Links go their own way meanwhile.
 */

import type { AppFiles, FetchScripts, FilesOfPage, KnownFile } from './app-files.ts'
import { hasAuthParameters } from './auth-parameters.ts'
import { showKeptFace } from './display-face.ts'
import { noteLeaving } from './note-leaving.ts'

export interface App {
  /** Hydrates the prerendered page; resolves once it responds. */
  start: (fetchScripts: FetchScripts) => Promise<void>
}

/** How long a pressed link waits for the app before the browser follows it. */
const patienceMs = 150
/** A page is at rest this long after it has loaded: its largest text is painted then, on a slow phone too. */
const restMs = 1000

const intents = ['pointerdown', 'keydown', 'focusin', 'input']
const hints = ['pointermove', 'wheel', 'scroll']
/** The name of the list of the app's files, and when the page starts the app without waiting for an intent. */
const { files: list = '', hydrate } = document.currentScript?.dataset ?? {}
/** Whether or not the address ends with a slash. */
const pagePath = location.pathname.slice(import.meta.env.BASE_URL.length - 1).replace(/(.)\/$/, '$1')
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
const listening = new AbortController()
const { signal } = listening
const held: HTMLElement[] = []
/** Each by its own name: fetching by address, compiling by hash. */
const begun: Record<string, Promise<unknown>> = {}
/** Safari from 17 on. */
const canCompile = document.createElement('link').relList.supports('modulepreload')
let waking = false
let starting = false

async function wake(): Promise<void> {
  if (waking) return
  waking = true
  const isLeaving = noteLeaving(signal)
  try {
    const [files] = await Promise.all([fetchFiles(pagePath), parsed])
    // Only when the file is in the cache and the page in sight: WebKit paints nothing while it waits for a sheet.
    await linked('stylesheet', files[0])
    const { start }: App = await import(/* @vite-ignore */ files.pop()?.[0] ?? '')
    starting = true
    await start(fetchFiles)
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

/** The name of the list is its own hash. */
async function filesOf(name: string): Promise<FilesOfPage> {
  const address = `${import.meta.env.BASE_URL}assets/files-${list}.json`
  const files: AppFiles = await once(list, () => fetch(address, { integrity: `sha256-${list}` }).then((response) => response.json()))
  return files[name] ?? files['*']
}

/**
 * All files are in the cache before the first module is imported: one that fails to load keeps failing in its document.
 * Nor is one compiled before all are as they were built: Firefox then fetches what it imports, without a hash.
 */
async function fetchFiles(name: string): Promise<FilesOfPage> {
  const [sheet, ...scripts] = await filesOf(name)
  await Promise.all([sheet, ...scripts].map(fetchFile))
  await Promise.all(scripts.map(compile))
  return [sheet, ...scripts]
}

/** Fetches a file into the browser's cache, once, and compares it with its hash. */
function fetchFile([href, integrity]: KnownFile): Promise<unknown> {
  return once(href, () => fetch(href, { integrity }).then(() => undefined))
}

/**
 * Has a script compiled, once, but not run. Chromium and Firefox compare it again, and then import what they have compiled;
 * what they have refused, Chromium would import without a hash.
 */
function compile(script: KnownFile): Promise<unknown> {
  return once(script[1], async () => canCompile && linked('modulepreload', script))
}

/** The same promise for the same work, until it fails. */
function once<Result>(name: string, work: () => Promise<Result>): Promise<Result>
function once(name: string, work: () => Promise<unknown>): Promise<unknown> {
  const result = (begun[name] ??= work())
  result.catch(() => delete begun[name])
  return result
}

/** Resolves when the browser has loaded the file. */
function linked(rel: string, [href, integrity]: KnownFile): Promise<unknown> {
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('link'), { rel, href, integrity, onload, onerror }))
  })
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
else if (!saveData && !effectiveType?.endsWith('2g')) {
  addEventListener('load', () => {
    // It is small, and whoever comes before the page is at rest would wait for it.
    filesOf(pagePath).catch(console.info)
    setTimeout(fetchAhead, restMs)
  })
}

/**
 * At rest, so that the first press waits for no network; not in a tab that was never in the foreground. One file after
 * another, since a slow phone takes 15 ms for each.
 */
function fetchAhead(): void {
  requestAnimationFrame(() => void fetchInTurn().catch(console.info))
}

async function fetchInTurn(): Promise<void> {
  const [sheet, ...scripts] = await filesOf(pagePath)
  await fetchFile(sheet)
  for (const script of scripts) {
    await fetchFile(script)
    await compile(script)
  }
}
