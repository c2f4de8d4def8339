import { useEffect, useRef, useState } from 'react'
import type { LogChain, LogEnd } from '../../../../domain/staff/log.ts'
import { closeLog, followLog, type LogFault, logStart } from '../../../../domain/staff/log-check.ts'
import { call, type Called } from '../../../backend/staff/call.ts'

type Check =
  | { state: 'idle' | 'interrupted' }
  | { state: 'under-way'; done: number; all: number }
  | { state: 'whole'; end: LogEnd }
  | { state: 'broken'; fault: LogFault }

interface LogCheck {
  check: Check
  start: () => void
  stop: () => void
}

/** Checks the log page by page in this browser, which knows nothing of what the database thinks of its own log. */
export function useLogCheck(): LogCheck {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const running = useRef(0)
  useEffect(() => () => void (running.current += 1), [])

  async function run(turn: number) {
    let end = logStart
    for (let after: number | null = null; ; ) {
      const called: Called<LogChain> = await call('staff_log_chain', { p_after: after })
      if (turn !== running.current) return
      if (called.outcome !== 'done') return setCheck({ state: 'interrupted' })
      const { entries, next, head }: LogChain = called.value
      const followed = await followLog(end, entries)
      if (turn !== running.current) return
      if ('fault' in followed) return setCheck({ state: 'broken', fault: followed.fault })
      end = followed.ok
      if (next === null) {
        const closed = closeLog(end, head)
        return setCheck('fault' in closed ? { state: 'broken', fault: closed.fault } : { state: 'whole', end: closed.ok })
      }
      setCheck({ state: 'under-way', done: end.entries, all: Math.max(head?.entries ?? 0, end.entries) })
      after = next
    }
  }

  return {
    check,
    start: () => {
      setCheck({ state: 'under-way', done: 0, all: 0 })
      void run(++running.current)
    },
    stop: () => {
      running.current += 1
      setCheck({ state: 'idle' })
    },
  }
}
