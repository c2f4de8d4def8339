import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerOf, StaffFunction } from '../../../domain/staff/answers.ts'
import type { ParametersOf } from '../../../domain/staff/parameters.ts'
import { call, type Called } from '../../backend/staff/call.ts'
import { useDesk } from './desk-context.ts'

/** What was read last, and how the latest attempt went; what is shown stays while it is read again, and if that fails. */
export interface Reading<Value> {
  value: Value | undefined
  /** When the value was read. */
  readAt: Date | undefined
  attempt: 'under-way' | Called<Value>['outcome']
  /** Why the input was rejected. */
  message?: string
  reread: () => Promise<void>
}

interface Answered {
  asked: string
  /** Of the desk, when it was asked. */
  mark: string
  outcome: Called<unknown>['outcome']
  message?: string
}

/** Reads by a function of the staff: when the parameters change, and whenever something has changed on the desk. */
export function useReading<Name extends StaffFunction>(name: Name, parameters: ParametersOf<Name>): Reading<AnswerOf<Name>> {
  const { mark } = useDesk()
  const asked = JSON.stringify([name, parameters])
  const [read, setRead] = useState<{ asked: string; value: AnswerOf<Name>; at: Date }>()
  const [answered, setAnswered] = useState<Answered>()
  const latest = useRef(0)
  const ask = useCallback(
    async (of: string) => {
      const turn = ++latest.current
      const [, given]: [Name, ParametersOf<Name>] = JSON.parse(asked)
      return { turn, of, called: await call(name, given) }
    },
    [asked, name],
  )
  const take = useCallback(
    ({ turn, of, called }: Awaited<ReturnType<typeof ask>>) => {
      // A later one has been sent meanwhile, whose answer counts.
      if (turn !== latest.current) return
      if (called.outcome === 'done') setRead({ asked, value: called.value, at: new Date() })
      setAnswered({ asked, mark: of, outcome: called.outcome, ...('message' in called ? { message: called.message } : {}) })
    },
    [asked],
  )
  useEffect(() => {
    void ask(mark).then(take)
    return () => void (latest.current += 1)
  }, [ask, take, mark])
  // What was asked before is no answer to this.
  const shown = read?.asked === asked ? read : undefined
  const current = answered?.asked === asked && answered.mark === mark ? answered : undefined
  return {
    value: shown?.value,
    readAt: shown?.at,
    attempt: current?.outcome ?? 'under-way',
    ...(current?.message === undefined ? {} : { message: current.message }),
    reread: async () => take(await ask(mark)),
  }
}
