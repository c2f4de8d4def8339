import { useCallback, useEffect, useRef, useState } from 'react'
import type { Called } from '../../../backend/staff/call.ts'
import { useDesk } from '../desk-context.ts'

/** One page of a list, and the key of the one behind it. */
export interface Page<Row, Key> {
  rows: Row[]
  next: Key | null
}

export interface Pages<Row> {
  /** All pages so far; undefined while the first one is read. */
  value: Row[] | undefined
  attempt: 'under-way' | Called<unknown>['outcome']
  /** Whether they answer what is asked now; otherwise what was asked before. */
  isCurrent: boolean
  hasMore: boolean
  more: () => Promise<void>
  reread: () => Promise<void>
}

/** Most rows that one call answers with. */
const mostRows = 200

/**
 * Reads a list page by page. What was read stays in sight while something else is asked, and answers that come too late are
 * dropped. Whenever something has changed on the desk, all that is shown is read again, as one page.
 *
 * `asked` is the question as a text; `read` asks it, of rows behind a key.
 */
export function usePages<Row, Key>(
  asked: string,
  size: number,
  read: (after: Key | null, limit: number) => Promise<Called<Page<Row, Key>>>,
): Pages<Row> {
  const { mark } = useDesk()
  const [shown, setShown] = useState<Page<Row, Key> & { asked: string }>()
  const [answered, setAnswered] = useState<{ asked: string; mark: string; outcome: Called<unknown>['outcome'] }>()
  const turn = useRef(0)
  const latest = useRef({ read, shown })
  useEffect(() => {
    latest.current = { read, shown }
  })

  const readAll = useCallback(
    async (of: string) => {
      const own = ++turn.current
      const { read: ask, shown: before } = latest.current
      const limit = before?.asked === asked ? Math.min(Math.max(before.rows.length, size), mostRows) : size
      const called = await ask(null, limit)
      if (own !== turn.current) return
      if (called.outcome === 'done') setShown({ ...called.value, asked })
      setAnswered({ asked, mark: of, outcome: called.outcome })
    },
    [asked, size],
  )

  const more = useCallback(async () => {
    const { read: ask, shown: before } = latest.current
    if (!before || before.asked !== asked || before.next === null) return
    const own = ++turn.current
    const called = await ask(before.next, size)
    if (own !== turn.current) return
    if (called.outcome === 'done') setShown({ rows: [...before.rows, ...called.value.rows], next: called.value.next, asked })
    setAnswered({ asked, mark, outcome: called.outcome })
  }, [asked, mark, size])

  useEffect(() => {
    void readAll(mark)
    return () => void (turn.current += 1)
  }, [readAll, mark])

  const isCurrent = shown?.asked === asked
  return {
    value: shown?.rows,
    attempt: answered?.asked === asked && answered.mark === mark ? answered.outcome : 'under-way',
    isCurrent,
    hasMore: isCurrent && shown.next !== null,
    more,
    reread: () => readAll(mark),
  }
}
