import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { showFetchedFace } from './display-face.ts'
import { keepScrollPositions, savedScrollPosition } from './scroll-positions.ts'

/**
 * What a browser does on a change of page, done for pages that are changed by script: scrolling, moving the focus and
 * saying where one is, in the live region that the returned reference is put on.
 */
export function useNavigationEffects(): RefObject<HTMLParagraphElement | null> {
  const location = useLocation()
  const navigationType = useNavigationType()
  const previous = useRef(location)
  const announcement = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => {
    const from = previous.current
    previous.current = location
    // The browser itself scrolls a page that it has just loaded.
    if (from === location) return
    const change = from.pathname === location.pathname ? 'same-page' : 'new-page'
    if (change === 'new-page') showFetchedFace()
    scrollAfter(navigationType === NavigationType.Pop ? 'traversed' : 'followed', change, location)
    if (change === 'same-page') return
    if (!location.hash) focus(document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))
    if (announcement.current) announcement.current.textContent = document.title
  }, [location, navigationType])

  useEffect(() => keepScrollPositions(() => entryOf(previous.current)), [])
  useFragmentLinks()
  return announcement
}

/** Names an entry of the history. Those that no link of the app has made share one key. */
const entryOf = ({ key, pathname }: Location) => `${key} ${pathname}`

type Change = 'same-page' | 'new-page'

/** A link or a redirect was followed, or the history was traversed, back or forward. */
type Manner = 'followed' | 'traversed'

function scrollAfter(manner: Manner, change: Change, location: Location): void {
  // A fragment that the address bar or a link outside the router set: the browser has scrolled.
  if (manner === 'traversed' && history.state === null) return
  // On one page the style sheet says whether scrolling is smooth.
  const behavior = change === 'same-page' && manner === 'followed' ? 'auto' : 'instant'
  const saved = manner === 'traversed' ? savedScrollPosition(entryOf(location)) : undefined
  const target = saved === undefined && location.hash ? fragmentTarget(location.hash) : undefined
  if (!target) return window.scrollTo({ top: saved ?? 0, behavior })
  target.scrollIntoView({ behavior })
  focus(target)
}

function fragmentTarget(hash: string): HTMLElement | undefined {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1))) ?? undefined
  } catch {
    // A fragment with a broken escape, such as #%, names nothing.
    return undefined
  }
}

/** Focus for the reading position only: it is no stop of the tab key and goes when the focus leaves. */
function focus(element: HTMLElement | null): void {
  if (!element) return
  if (!element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1')
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}

/** A click on a bare fragment goes through the router, so that going back knows where the reader was. */
function useFragmentLinks(): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
      const hash = link?.getAttribute('href')
      if (!hash || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate({ search, hash })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, search])
}
