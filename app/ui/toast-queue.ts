import type { Clock } from './clock.ts'

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
  /** Stops the clock of what is shown, for as long as somebody points at it or has the focus in it. */
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

/** Shows at most `mostShown` toasts, each for its full `displayMs` or until it is dismissed; the others wait their turn. */
export function createToastQueue(mostShown: number, displayMs: number, clock: Clock): ToastQueue {
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

  function restart(shown: Shown) {
    shown.stop()
    shown.remainingMs = displayMs
    if (state === 'running') run(shown)
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
      // Pressing a button again is no news: the same words are shown once, and for the whole time anew.
      const same = ({ title, message }: Toast) => title === toast.title && message === toast.message
      const again = current.find((shown) => same(shown.toast))
      if (again) return restart(again)
      if (waiting.some(same)) return
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
