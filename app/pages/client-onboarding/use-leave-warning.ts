import { useEffect } from 'react'

/** Has the browser ask before the document is left, while that would lose something. */
export function useLeaveWarning(need: 'warn' | 'let-go'): void {
  useEffect(() => (need === 'warn' ? warn() : undefined), [need])
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function warn(): () => void {
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
