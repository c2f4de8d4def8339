import { useRef, useState } from 'react'
import { deleteWords, formWords as words } from '#words/desk/form.ts'
import { longTime } from '#words/format.ts'
import { useKeptFocus } from '../../account/use-kept-focus.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import { useDesk } from '../desk-context.ts'
import { DeskLink } from '../desk-link.tsx'
import { ReadingState } from '../reading-state.tsx'
import { useReading } from '../use-reading.ts'
import { ViewHeading } from '../view-heading.tsx'
import { AccountPart } from './account-part.tsx'
import { AnswerPart } from './answer-part.tsx'
import { ClientPart } from './client-part.tsx'
import { ConsentsPart } from './consents-part.tsx'
import { DeletePart } from './delete-part.tsx'
import { NotesPart } from './notes-part.tsx'
import { PaymentPart } from './payment-part.tsx'
import { RefundPart } from './refund-part.tsx'
import { TimelinePart } from './timeline-part.tsx'

/** One client's form: whether it arrived, what one can do, and everything that happened. */
export function FormView() {
  const { place } = useDesk()
  return <FormOf id={place.id ?? ''} />
}

function FormOf({ id }: { id: string }) {
  const reading = useReading('staff_show', { p_id: id })
  const { value: form } = reading
  const box = useRef<HTMLDivElement>(null)
  const [was, setWas] = useState<'there' | 'deleted'>('there')
  useKeptFocus(box)
  return (
    <div className="form-view" ref={box}>
      <p className="no-print">
        <DeskLink className="more" to={{ view: 'find' }}>
          {words.back}
        </DeskLink>
      </p>
      {form === undefined && was === 'there' ? <ViewHeading>{words.heading}</ViewHeading> : null}
      <ReadingState reading={reading} />
      {was === 'deleted' ? (
        <>
          <ViewHeading>{deleteWords.gone}</ViewHeading>
          <p className="lead">{deleteWords.done}</p>
          <p className="number">
            {words.number}: <code>{id}</code>
          </p>
        </>
      ) : form === null ? (
        <>
          <ViewHeading>{words.gone.heading}</ViewHeading>
          <p className="lead">{words.gone.text}</p>
        </>
      ) : form ? (
        <Shown form={form} onDeleted={() => setWas('deleted')} />
      ) : null}
    </div>
  )
}

function Shown({ form, onDeleted }: { form: ShownForm; onDeleted: () => void }) {
  const { person } = useDesk()
  const [openedAt] = useState(() => new Date())
  const { masked, plan } = form
  return (
    <>
      <header className="form-head">
        <ViewHeading>
          <span dir="auto">{masked.name ?? words.noName}</span>
        </ViewHeading>
        <p className="meta">
          <span dir="auto">{[masked.city, masked.place].filter((part) => part !== null).join(', ')}</span>
          {plan ? <span dir="auto">{plan}</span> : null}
          <span>{`${words.saved} ${longTime(new Date(form.saved_at))}`}</span>
          {form.changed_at === form.saved_at ? null : <span>{`${words.changed} ${longTime(new Date(form.changed_at))}`}</span>}
        </p>
      </header>
      <AnswerPart form={form} />
      <div className="columns">
        <div>
          <ClientPart form={form} />
          <NotesPart form={form} />
          <PaymentPart form={form} />
          <ConsentsPart form={form} />
        </div>
        <div>
          <TimelinePart timeline={form.timeline} />
          <AccountPart form={form} />
          <RefundPart form={form} />
          {person.role === 'lead' ? <DeletePart form={form} onDeleted={onDeleted} /> : null}
        </div>
      </div>
      <p className="fine number">
        {words.number}: <code>{form.id}</code>
      </p>
      <p className="fine on-paper">{words.printed(longTime(openedAt))}</p>
      <p className="actions">
        <button type="button" className="btn quiet small" onClick={() => print()}>
          {words.print}
        </button>
      </p>
    </>
  )
}
