import { isUuid } from '../../../domain/uuid.ts'

/** The views of the desk. */
export const views = ['today', 'find', 'form', 'export', 'log', 'people'] as const
export type View = (typeof views)[number]

/** Where one is on the desk. `id` is the form's, on `form`, where none means that the address names none, or the one whose entries are shown, on `log`. */
export interface Place {
  view: View
  id?: string
}

/**
 * The place that an address's query names; the first view for anything else. A query rather than a path: every kind of host
 * then answers a reloaded address with the desk's one document. What is searched for never stands in it.
 */
export function placeOf(search: string): Place {
  const query = new URLSearchParams(search)
  const view = views.find((each) => each === query.get('view')) ?? 'today'
  const id = query.get('id')
  if (isUuid(id)) return { view, id }
  return { view }
}

/** The query that names a place. */
export function searchOf({ view, id }: Place): string {
  if (view === 'today') return ''
  return `?${new URLSearchParams(id ? { view, id } : { view }).toString()}`
}
