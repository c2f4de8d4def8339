import { type RefObject, useEffect, useRef, useState } from 'react'
import { passwordWords } from '#words/auth.ts'
import { passwordAdvice } from '../../../domain/password-advice.ts'
import { browserClock } from '../../clock.ts'

/** So long nothing is typed before the line changes: screen readers are not interrupted at each letter. */
const pauseMs = 400

/** What is said of a password that is being typed (R-PASSWORD-ADVICE), and what hears of it as it is. */
export function usePasswordAdvice(
  field: RefObject<HTMLInputElement | null>,
  email: string,
): [line: string, onInput: (password: string) => void] {
  const [typed, setTyped] = useState('')
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    const form = field.current?.form
    const forget = () => {
      stop.current?.()
      setTyped('')
    }
    form?.addEventListener('reset', forget)
    return () => {
      stop.current?.()
      form?.removeEventListener('reset', forget)
    }
  }, [field])
  function onInput(password: string) {
    stop.current?.()
    // An emptied field has no advice, at once.
    if (password === '') setTyped('')
    else stop.current = browserClock.start(() => setTyped(password), pauseMs)
  }
  return [typed === '' ? '' : passwordWords[passwordAdvice(typed, email) ?? 'good'], onInput]
}
