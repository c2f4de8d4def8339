import { useCallback, useEffect, useState } from 'react'
import { browserClock } from '../../../clock.ts'

/** A text once nothing was typed for a moment, or `settle` was called. */
export function useSettled(text: string, delayMs: number): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState(text)
  useEffect(() => browserClock.start(() => setSettled(text), delayMs), [text, delayMs])
  return [settled, useCallback(() => setSettled(text), [text])]
}
