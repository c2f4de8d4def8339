import { type RefObject, useEffect } from 'react'

/**
 * Where the control that was used last disappears with the focus in it, the heading of its section gets the focus, or that
 * of the page. Otherwise keyboards and screen readers would start at the top again.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => (box.current ? keepFocus(box.current) : undefined), [box])
}

function keepFocus(page: HTMLElement): () => void {
  let used: Element | undefined
  let section: Element | null = null
  // Pressing counts too: Safari focuses no button that is pressed.
  function note({ target }: Event) {
    used = target instanceof Element && page.contains(target) ? target : undefined
    section = used?.closest('section') ?? null
  }
  const observer = new MutationObserver(() => {
    if (!used || used.isConnected || document.activeElement !== document.body) return
    used = undefined
    const heading = section?.isConnected ? section.querySelector('h2') : page.querySelector('h1')
    heading?.focus({ preventScroll: true })
  })
  observer.observe(page, { childList: true, subtree: true })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', note)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', note)
  }
}
