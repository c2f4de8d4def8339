import { routeAt } from './routes.tsx'

const basePath = import.meta.env.BASE_URL

/**
 * Loads the pages behind the links that come into sight, and behind any link that is pointed at, so that a press shows
 * them at once. Nothing is fetched for visitors who save data.
 */
export function fetchAhead(): void {
  if (navigator.connection?.saveData) return
  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      inSight.unobserve(target)
      fetchPage(target, 'light ones')
    }
  })
  const watchLinks = () => document.querySelectorAll('a[href]').forEach((link) => inSight.observe(link))
  watchLinks()
  // A page is drawn into the main element, which stays.
  new MutationObserver(watchLinks).observe(document.querySelector('main') ?? document.body, { childList: true })
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(type, ({ target }) => fetchPage(target, 'any'), { passive: true })
  }
}

function fetchPage(target: EventTarget | null, which: 'light ones' | 'any'): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.origin !== location.origin || !link.pathname.startsWith(basePath)) return
  const { load, hydrate } = routeAt(link.pathname.slice(basePath.length - 1))
  // Pages that work with the backend bring its libraries with them.
  if (hydrate && which === 'light ones') return
  // Where it fails, the press of the link tries again, and says so.
  load().catch((error: unknown) => console.info('Not fetched ahead:', error))
}
