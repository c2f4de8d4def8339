import { useEffect, useRef, useState } from 'react'
import { detailWords as words } from '#words/desk/form.ts'
import { longDate } from '#words/format.ts'
import { contactMethodLabels } from '#words/onboarding.ts'
import { contactMethods } from '../../../../domain/enrollment.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import type { OpenedDetails } from '../../../backend/staff/open-details.ts'
import { ToldNotice, useTold } from '../parts/told.tsx'
import { Part } from './part.tsx'
import { Reveal } from './reveal.tsx'
import { useOpenedDetails } from './use-opened-details.ts'

type Line = [label: string, text: string | null]

/** Whose form it is: masked, and for a minute in the clear, in the place where one has asked for it. */
export function ClientPart({ form }: { form: ShownForm }) {
  const [told, tell] = useTold()
  const { details, left, show, hide } = useOpenedDetails(() => tell({ tone: 'look', text: words.reveal.hidden }))
  const [asking, setAsking] = useState<'closed' | 'open'>('closed')
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (details) shown.current?.focus()
  }, [details])
  return (
    <Part heading={words.heading} hint={details ? undefined : words.hint}>
      {details ? (
        <div className="revealed" role="group" aria-label={words.reveal.announced} tabIndex={-1} ref={shown}>
          <div className="revealed-bar">
            <p aria-hidden="true" className="num">
              {words.reveal.shown(left)}
            </p>
            <button type="button" className="btn small" onClick={hide}>
              {words.reveal.hide}
            </button>
          </div>
          <Lines lines={openedLines(details)} />
        </div>
      ) : (
        <Reveal
          id={form.id}
          state={asking}
          onState={(state) => {
            tell(undefined)
            setAsking(state)
          }}
          onOpened={(opened) => {
            setAsking('closed')
            tell({ tone: 'look', text: show(opened) === 'shown' ? words.reveal.announced : words.reveal.hidden })
          }}
        />
      )}
      <div className={details ? 'vh' : undefined}>
        <ToldNotice told={told} />
      </div>
      {details ? null : <Lines lines={maskedLines(form)} />}
    </Part>
  )
}

function Lines({ lines }: { lines: Line[] }) {
  return (
    <dl className="rows">
      {lines.flatMap(([label, text]) =>
        text
          ? [
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{text}</dd>
              </div>,
            ]
          : [],
      )}
    </dl>
  )
}

function maskedLines({ masked }: ShownForm): Line[] {
  const { contact_method: method, notes_length: length, details_purged_at: purged, has_personal_details: has } = masked
  return [
    [words.name, masked.name],
    [words.email, masked.email],
    [words.phone, masked.phone],
    [words.street, masked.street],
    [words.place, placeOf(masked.city, masked.place, masked.zip_code)],
    [words.contact, method && contactMethodLabels[method]],
    [words.notes, length === null ? null : words.noteLength(length)],
    [words.sensitive, purged ? words.purged(longDate(new Date(purged))) : has ? words.kept : words.missing],
  ]
}

function openedLines(details: OpenedDetails): Line[] {
  return [
    [words.name, details.customer_name],
    [words.email, details.customer_email],
    [words.phone, details.customer_phone],
    [words.columns.date_of_birth, details.date_of_birth],
    [words.columns.ssn_last_four, details.ssn_last_four],
    [words.street, details.street_address],
    [words.place, placeOf(details.city, details.state, details.zip_code)],
    [words.contact, contactMethods.flatMap((method) => (method === details.preferred_contact_method ? contactMethodLabels[method] : [])).join('')],
    [words.notes, details.notes],
  ]
}

const placeOf = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' ')
