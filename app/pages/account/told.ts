import { accountPage, tooOften } from '#words/account.ts'
import type { Asked } from '../../backend/own-account.ts'
import { showLine } from '../../ui/toasts.tsx'

/** Says that something was not done, if so; the value of what was. Whoever is signed out is led away when the page reads again. */
export function valueOf<Value>(asked: Asked<Value>): Value | undefined {
  if (asked.outcome === 'done') return asked.value
  showLine(asked.outcome === 'too-often' ? tooOften : accountPage.notDone, 'error')
  return undefined
}
