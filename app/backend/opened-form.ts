import * as v from 'valibot'
import { type KeptText, keptText, nameHere } from './browser-storage.ts'
import type { Target } from './enrollments.ts'
import { newId } from '../new-id.ts'

/** What a form is opened for. */
export interface Opening {
  userId: string
  planName: string
  /** The enrollment that the address names. */
  enrollmentId: string | undefined
}

/** One opened form: where it is saved, and whether it was sent before, here or in another tab of this browser. */
export interface OpenedForm {
  /** The same in every tab that has opened this form. */
  readonly name: string
  /** Where to save it now. Call `look` first. */
  readonly target: Target
  /** Whether it had been sent when it was opened. */
  readonly history: 'never-sent' | 'sent'
  /**
   * Notes that these values are about to be sent, and says whether nothing else was ever sent under this id, by no tab.
   * They stay in this page's memory. Call it where only one tab at a time sends this form.
   */
  noteTry: (values: string) => boolean
  /** Reads what other tabs have stored; reports once that one of them has sent the form. */
  look: () => 'as-known' | 'sent-elsewhere'
  noteSent: () => void
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/**
 * `copy` is how many new forms were started deliberately after an earlier one was sent, and `lastTry` a random mark of the
 * last attempt to send this one, of whichever tab.
 */
const recordSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.string(), timesSent: count, copy: v.optional(count, 0), lastTry: v.optional(v.string()) }),
)

type Record = v.InferOutput<typeof recordSchema>

/**
 * Opens the form. A new enrollment gets its id here, once: every tab and every reload finds the same one, so that
 * whatever is sent twice is stored once. The id stays after the form was sent; only `startAnother` makes a new one.
 */
export function openForm(opening: Opening): OpenedForm {
  const { enrollmentId } = opening
  const place = placeOf(opening)
  const readStored = () => {
    const record = read(place)
    return record && { ...record, id: enrollmentId ?? record.id }
  }
  /** The only values that were sent under this id, from this page; undefined if there were others. */
  let tried: { id: string; values: string | undefined; mark: string } | undefined
  let known = readStored() ?? write(place, { id: enrollmentId ?? newId(), timesSent: 0, copy: 0 })

  const kind = (): Target['kind'] => (enrollmentId || known.timesSent > 0 ? 'existing' : 'new')

  return {
    name: nameOf(opening),
    get target(): Target {
      return { kind: kind(), id: known.id }
    },
    history: known.timesSent > 0 ? 'sent' : 'never-sent',
    noteTry(values) {
      // Whatever is sent to an existing enrollment replaces what is there.
      if (kind() === 'existing') return false
      const { id } = known
      const lastMark = readStored()?.lastTry
      const before = tried?.id === id ? tried : undefined
      const repeated = before?.mark === lastMark && before?.values === values
      const first = before === undefined && lastMark === undefined
      tried = { id, values: repeated || first ? values : undefined, mark: newId() }
      known = { ...known, lastTry: tried.mark }
      write(place, known)
      return repeated
    },
    look() {
      const before = known.timesSent
      known = updated(known, readStored())
      return known.timesSent > before ? 'sent-elsewhere' : 'as-known'
    },
    noteSent() {
      const stored = readStored()
      const timesSent = stored?.copy === known.copy ? Math.max(known.timesSent, stored.timesSent) : known.timesSent
      known = { ...known, timesSent: timesSent + 1 }
      // Another tab may have started the next form already.
      if (!stored || stored.copy === known.copy) write(place, known)
    },
  }
}

/** What is known of a form once the tab has read what is stored. */
function updated(known: Record, stored: Record | undefined): Record {
  if (!stored) return known
  // Another tab starts another form only after it has sent this one.
  if (stored.copy !== known.copy) return { ...known, timesSent: Math.max(known.timesSent, 1) }
  // Tabs that opened the form at the same moment have each made an id: the stored one wins.
  return stored.timesSent >= known.timesSent ? stored : known
}

/** Starts a new form for this plan; the enrollment that was sent stays as it is. */
export function startAnother({ userId, planName }: Opening): void {
  const place = placeOf({ userId, planName, enrollmentId: undefined })
  const kept = read(place)
  // A form that was not sent is new already, and another tab may be filling it in.
  if (kept && kept.timesSent > 0) write(place, { id: newId(), timesSent: 0, copy: kept.copy + 1 })
}

/** Which of an account's forms it is. */
export const formOf = ({ enrollmentId, planName }: Opening) => enrollmentId ?? planName

const nameOf = (opening: Opening) => nameHere(`onboarding-form ${opening.userId} ${formOf(opening)}`)

const placeOf = (opening: Opening) => keptText('browser', nameOf(opening))

function read(place: KeptText): Record | undefined {
  const record = v.safeParse(recordSchema, place.read())
  return record.success ? record.output : undefined
}

function write(place: KeptText, record: Record): Record {
  place.write(JSON.stringify(record))
  return record
}
