/** What else is known of work under way. */
export interface ProgressFacts {
  /** How much there is to do. */
  of?: number
  /** What is counted, if it is not rows. */
  unit?: string
  /** What it is about at this moment, such as a table. */
  at?: string
}

/** Tells somebody who waits how far it is: what is done, and how many rows. */
export type Progress = (doing: string, done: number, facts?: ProgressFacts) => void

const barWidth = 24

/**
 * Shows how far long work is: at a terminal one line that is written over, with a bar if it is known how much there is; elsewhere a
 * line for each step.
 */
export function showProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): { show: Progress; clear: () => void } {
  let before: string | undefined
  let isShown = false
  return {
    show(doing, done, { of, unit = 'rows', at } = {}) {
      if (stream.isTTY) {
        isShown = true
        const count = of === undefined ? `${done.toLocaleString('en')} ${unit}` : `${barOf(done, of)}  ${done.toLocaleString('en')} of ${of.toLocaleString('en')} ${unit}`
        stream.write(`\r\u001b[K${doing}${at ? ` ${at}` : ''}: ${count}`)
      } else if (doing !== before) stream.write(`${doing} …\n`)
      before = doing
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K')
      isShown = false
    },
  }
}

/** What was counted before may have grown, or shrunk. */
function barOf(done: number, of: number): string {
  const share = of > 0 ? Math.min(1, done / of) : 1
  const full = Math.round(share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${String(Math.floor(share * 100)).padStart(3)}%`
}
