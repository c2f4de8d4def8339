import { useRef, useState } from 'react'
import type { AnswerOf, ChangingFunction } from '../../../domain/staff/answers.ts'
import type { ParametersOf } from '../../../domain/staff/parameters.ts'
import { newId } from '../../new-id.ts'
import { type Called, change } from '../../backend/staff/call.ts'
import { useDesk } from './desk-context.ts'

export interface Change<Name extends ChangingFunction> {
  /** `unanswered`: no answer came, so nobody knows whether it was done; `repeat` then does it once at most. */
  state: 'idle' | 'sending' | 'unanswered'
  /** A press of a button, with the parameters of the function but `p_request`. Ignored while one is under way. */
  press: (parameters: ParametersOf<Name>) => Promise<Called<AnswerOf<Name>> | undefined>
  /** Sends the unanswered press again, under its own id. */
  repeat: () => Promise<Called<AnswerOf<Name>> | undefined>
}

interface Press<Name extends ChangingFunction> {
  parameters: ParametersOf<Name>
  request: string
}

/** Changes something by a function of the staff, confirmed by the server; then the desk asks what has changed. */
export function useChange<Name extends ChangingFunction>(name: Name): Change<Name> {
  const { refresh } = useDesk()
  const [state, setState] = useState<Change<Name>['state']>('idle')
  const isSending = useRef(false)
  const unanswered = useRef<Press<Name>>(undefined)

  async function send(press: Press<Name>) {
    if (isSending.current) return undefined
    isSending.current = true
    setState('sending')
    const called = await change(name, press.parameters, press.request)
    isSending.current = false
    unanswered.current = called.outcome === 'unreachable' ? press : undefined
    setState(called.outcome === 'unreachable' ? 'unanswered' : 'idle')
    if (called.outcome === 'done') refresh()
    return called
  }

  return {
    state,
    press: (parameters) => send({ parameters, request: newId() }),
    repeat: async () => (unanswered.current ? send(unanswered.current) : undefined),
  }
}
