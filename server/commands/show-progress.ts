import type { Progress } from '../backups/take.ts'

/** Shows how far long work is: one line that is written over at a terminal, elsewhere one line for each step. */
export function showProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): { show: Progress; clear: () => void } {
  let before: string | undefined
  let isShown = false
  return {
    show(doing, rows, table) {
      if (stream.isTTY) {
        isShown = true
        stream.write(`\r\u001b[K${doing}${table ? ` ${table}` : ''}: ${rows.toLocaleString('en')} rows`)
      } else if (doing !== before) stream.write(`${doing} …\n`)
      before = doing
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K')
      isShown = false
    },
  }
}
