import * as v from 'valibot'
import { type KeptText, keptText, nameHere } from './browser-storage.ts'
import type { Target } from './enrollments.ts'

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
  /** Where to save it now: look first. */
  readonly target: Target
  /** How it stood when it was opened. */
  history: 'never-sent' | 'sent'
  /** Says once that another tab has sent it since this one last looked. */
  look: () => 'as-known' | 'sent-elsewhere'
  noteSent: () => void
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** `copy` counts how often another one was started on purpose. */
const recordSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.string(), timesSent: count, copy: v.optional(count, 0) }),
)

type Record = v.InferOutput<typeof recordSchema>

/**
 * Opens the form. A new enrollment gets its id here, once: every tab and every reload finds the same one, so that
 * whatever is sent twice is stored once. The id stays after it was sent, and a second copy is made on purpose only.
 */
export function openForm(opening: Opening): OpenedForm {
  const { enrollmentId } = opening
  const place = placeOf(opening)
  const opened = read(place) ?? write(place, { id: enrollmentId ?? newId(), timesSent: 0, copy: 0 })
  const { copy } = opened
  let { id, timesSent } = { ...opened, id: enrollmentId ?? opened.id }

  function look() {
    const known = timesSent
    const kept = read(place)
    // Another tab starts another copy only after it has sent this one.
    if (kept && kept.copy !== copy) timesSent = Math.max(known, 1)
    // Tabs that were opened at the same moment have each made an id: the one that was kept counts.
    else if (kept && kept.timesSent >= known) ({ id, timesSent } = { ...kept, id: enrollmentId ?? kept.id })
    return timesSent > known ? 'sent-elsewhere' : 'as-known'
  }

  return {
    name: nameOf(opening),
    get target(): Target {
      return { kind: enrollmentId || timesSent > 0 ? 'existing' : 'new', id }
    },
    history: timesSent > 0 ? 'sent' : 'never-sent',
    look,
    noteSent() {
      const kept = read(place)
      const isKept = !kept || kept.copy === copy
      timesSent = Math.max(timesSent, isKept ? (kept?.timesSent ?? 0) : 0) + 1
      if (isKept) write(place, { id, timesSent, copy })
    },
  }
}

/** Leaves what was sent as it is: the next form opened for this plan, without an enrollment of its own, is a new one. */
export function startAnother({ userId, planName }: Opening): void {
  const place = placeOf({ userId, planName, enrollmentId: undefined })
  const kept = read(place)
  // One that was not sent is new already, and another tab may be filling it in.
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

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing where a page is served without TLS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return [
    hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant.toString(16) + hex.slice(18, 20), hex.slice(20),
  ].join('-')
}
