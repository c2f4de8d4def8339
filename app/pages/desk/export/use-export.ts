import { useEffect, useRef, useState } from 'react'
import { byteOrderMark } from '../../../../domain/staff/csv.ts'
import { exportHeadings } from '../../../../domain/staff/export-file.ts'
import type { Called } from '../../../backend/staff/call.ts'
import { type FilePage, readPage, type Wanted } from './read-page.ts'

export type Exporting =
  | { state: 'idle' | 'stopped' | 'none' }
  | { state: 'under-way' | 'interrupted'; done: number; all: number }
  | { state: 'refused'; outcome: Exclude<Called<unknown>['outcome'], 'done' | 'unreachable'> }
  | { state: 'ready'; count: number; unreadable: number }

interface File {
  wanted: Wanted
  texts: string[]
  rows: number
  all: number
  unreadable: number
  after: string | null
}

interface Export {
  exporting: Exporting
  begin: (wanted: Wanted) => void
  /** After an interruption: behind what was read. */
  goOn: () => void
  stop: () => void
}

/** Makes a file page by page in memory, and hands it over whole. What was interrupted goes on where it was, and is recorded once. */
export function useExport(save: (texts: string[]) => void): Export {
  const [exporting, setExporting] = useState<Exporting>({ state: 'idle' })
  const file = useRef<File>(undefined)
  const running = useRef(0)
  useEffect(() => () => void (running.current += 1), [])

  async function run(turn: number) {
    for (let current = file.current; current; current = file.current) {
      const { wanted, after } = current
      const called = await readPage(wanted, after)
      if (turn !== running.current) return
      const { rows: done, all } = current
      if (called.outcome === 'unreachable') return setExporting({ state: 'interrupted', done, all })
      if (called.outcome !== 'done') {
        file.current = undefined
        return setExporting({ state: 'refused', outcome: called.outcome })
      }
      const grown = withPage(current, called.value)
      file.current = grown
      if (grown.after === null) return finish(grown)
      setExporting({ state: 'under-way', done: grown.rows, all: grown.all })
    }
  }

  function finish({ wanted, texts, rows, unreadable }: File) {
    file.current = undefined
    if (rows === 0) return setExporting({ state: 'none' })
    save([wanted.start === 'byte-order-mark' ? byteOrderMark : '', exportHeadings(wanted.content), ...texts])
    setExporting({ state: 'ready', count: rows, unreadable })
  }

  function start(from: File) {
    file.current = from
    setExporting({ state: 'under-way', done: from.rows, all: from.all })
    void run(++running.current)
  }

  return {
    exporting,
    begin: (wanted) => start({ wanted, texts: [], rows: 0, all: 0, unreadable: 0, after: null }),
    goOn: () => file.current && start(file.current),
    stop: () => {
      running.current += 1
      file.current = undefined
      setExporting({ state: 'stopped' })
    },
  }
}

const withPage = (file: File, page: FilePage): File => ({
  ...file,
  texts: [...file.texts, page.text],
  rows: file.rows + page.rows,
  all: page.count ?? file.all,
  unreadable: file.unreadable + page.unreadable,
  after: page.next,
})
