import * as v from 'valibot'
import { formStates } from '../../../../domain/delivery-states.ts'
import { isInCalendar } from '../../../../domain/day.ts'
import { keptText, nameHere } from '../../../backend/browser-storage.ts'

const day = v.pipe(v.string(), v.check((text) => text === '' || isInCalendar(text)))

const filterSchema = v.object({
  states: v.array(v.picklist(formStates)),
  /** A plan's name, or empty for all. */
  plan: v.string(),
  /** The first and the last day of saving where the person is, `YYYY-MM-DD`, or empty. */
  since: day,
  until: day,
})
/** Which forms are shown or exported. */
export type Filter = v.InferOutput<typeof filterSchema>

export const noFilter: Filter = { states: [], plan: '', since: '', until: '' }

/** How many of its parts are set. */
export const setParts = ({ states, plan, since, until }: Filter): number =>
  [states.length > 0, plan, since, until].filter(Boolean).length

/** Whether the first day is after the last one, so that nothing can be found. */
export const isBackwards = ({ since, until }: { since: string; until: string }): boolean => since !== '' && until !== '' && since > until

/** The parameters of the functions that filter. A day begins and ends where the person is. */
export const parametersOf = ({ states, plan, since, until }: Filter) => ({
  p_states: states.length > 0 ? states : null,
  p_plans: plan ? [plan] : null,
  p_since: since ? startOf(since).toISOString() : null,
  p_until: until ? endOf(until).toISOString() : null,
})

/** The first moment of a day, where the person is. */
export const startOf = (isoDate: string): Date => new Date(`${isoDate}T00:00:00`)

/** The moment after a day, where the person is: of 23 to 25 hours. */
export function endOf(isoDate: string): Date {
  const start = startOf(isoDate)
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
}

/** The filters of a view in this tab: nothing of a client is among them. What is searched for is never kept. */
export function keptFilter(view: 'find' | 'export'): { read: () => Filter; write: (filter: Filter) => void } {
  const kept = keptText('tab', nameHere(`desk-filters-${view}`))
  return {
    read() {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), filterSchema), kept.read())
      return parsed.success ? parsed.output : noFilter
    },
    write: (filter) => void kept.write(JSON.stringify(filter)),
  }
}
