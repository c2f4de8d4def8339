import { useEffect } from 'react'

/** Opens what is folded while the page is printed: paper has no folds. */
export function usePaper(): void {
  useEffect(() => {
    let folded: HTMLDetailsElement[] = []
    function open() {
      folded = [...document.querySelectorAll<HTMLDetailsElement>('details.folded:not([open])')]
      for (const details of folded) details.open = true
    }
    function fold() {
      for (const details of folded) details.open = false
    }
    addEventListener('beforeprint', open)
    addEventListener('afterprint', fold)
    return () => {
      removeEventListener('beforeprint', open)
      removeEventListener('afterprint', fold)
    }
  }, [])
}
