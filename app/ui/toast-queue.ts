import type { Clock } from '../clock.ts'

export type Tone = 'neutral' | 'success' | 'error'

export interface Toast {
  id: number
  title: string | undefined
  message: string
  tone: Tone
}

export interface ToastQueue {
  add: (toast: Omit<Toast, 'id'>) => void
  dismiss: (id: number) => void
  /** Stops the timers of the toasts shown, while the pointer or the focus is in one. */
  pause: () => void
  resume: () => void
  /** What is shown now, oldest first; the same array until something changes. */
  shown: () => readonly Toast[]
  subscribe: (listener: () => void) => () => void
}

interface Shown {
  toast: Toast
  remainingMs: number
  startedAtMs: number
  stop: () => void
}

/**
 * Shows at most `mostShown` toasts, each for its full `displayMs` or until it is dismissed; the others wait their turn.
 * The same words again are either one more toast or the `merged` one, shown for its whole time anew.
 */
export function createToastQueue(
  mostShown: number,
  displayMs: number,
  clock: Clock,
  repeats: 'added' | 'merged' = 'added',
): ToastQueue {
  const listeners = new Set<() => void>()
  const waiting: Toast[] = []
  let current: Shown[] = []
  let snapshot: readonly Toast[] = []
  let state: 'running' | 'paused' = 'running'
  let lastId = 0

  function run(shown: Shown) {
    shown.startedAtMs = clock.nowMs()
    shown.stop = clock.start(() => dismiss(shown.toast.id), shown.remainingMs)
  }

  function merge({ title, message }: Omit<Toast, 'id'>): boolean {
    const isSame = (toast: Toast) => toast.title === title && toast.message === message
    const shown = current.find(({ toast }) => isSame(toast))
    if (!shown) return waiting.some(isSame)
    shown.stop()
    shown.remainingMs = displayMs
    if (state === 'running') run(shown)
    return true
  }

  function showNext() {
    while (current.length < mostShown) {
      const toast = waiting.shift()
      if (!toast) break
      const shown: Shown = { toast, remainingMs: displayMs, startedAtMs: clock.nowMs(), stop: () => undefined }
      current.push(shown)
      if (state === 'running') run(shown)
    }
    snapshot = current.map(({ toast }) => toast)
    for (const listener of listeners) listener()
  }

  function dismiss(id: number) {
    const shown = current.find(({ toast }) => toast.id === id)
    if (!shown) return
    shown.stop()
    current = current.filter((other) => other !== shown)
    showNext()
  }

  return {
    dismiss,
    add(toast) {
      if (repeats === 'merged' && merge(toast)) return
      lastId += 1
      waiting.push({ ...toast, id: lastId })
      showNext()
    },
    pause() {
      if (state === 'paused') return
      state = 'paused'
      for (const shown of current) {
        shown.stop()
        shown.remainingMs -= clock.nowMs() - shown.startedAtMs
      }
    },
    resume() {
      if (state === 'running') return
      state = 'running'
      for (const shown of current) run(shown)
    },
    shown: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
