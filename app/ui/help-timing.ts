import type { Clock } from '../clock.ts'

/** R-HELP: how long the pointer rests on a help button before its tooltip opens. */
const openDelayMs = 700

/** R-HELP: within this time after one tooltip has closed, its neighbours open at once. */
const skipDelayMs = 300

/** Decides which tooltip of a page is open: at most one. Each is known by an id. */
interface HelpTiming {
  /** The pointer has entered a help button: its tooltip opens after the delay. */
  point: (id: string) => void
  /** Opens a tooltip at once. */
  show: (id: string) => void
  /** Closes a tooltip, or cancels its opening. */
  hide: (id: string) => void
  /** Closes the open tooltip on request: a help button that moves under the pointer then opens only after the delay. */
  dismiss: () => void
  /** The id of the tooltip that is open. */
  open: () => string | undefined
  subscribe: (listener: () => void) => () => void
}

export function createHelpTiming(clock: Clock): HelpTiming {
  const listeners = new Set<() => void>()
  let open: string | undefined
  let pending: { id: string; stop: () => void } | undefined
  let closedAtMs = Number.NEGATIVE_INFINITY

  function set(id: string | undefined) {
    pending?.stop()
    pending = undefined
    if (id === open) return
    if (id === undefined) closedAtMs = clock.nowMs()
    open = id
    for (const listener of listeners) listener()
  }

  return {
    point(id) {
      pending?.stop()
      const isNeighbour = open !== undefined || clock.nowMs() - closedAtMs < skipDelayMs
      if (isNeighbour) return set(id)
      pending = { id, stop: clock.start(() => set(id), openDelayMs) }
    },
    show: set,
    hide(id) {
      if (open === id || pending?.id === id) set(undefined)
    },
    dismiss() {
      set(undefined)
      closedAtMs = Number.NEGATIVE_INFINITY
    },
    open: () => open,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
