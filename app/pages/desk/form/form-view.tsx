import { useRef, useState } from 'react'
import { deleteWords, formWords as words } from '#words/desk/form.ts'
import { refundWords } from '#words/desk/refund.ts'
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
import { Folded } from './folded.tsx'
import { NotesPart } from './notes-part.tsx'
import { PaymentPart } from './payment-part.tsx'
import { RefundPart } from './refund/refund-part.tsx'
import { TimelinePart } from './timeline-part.tsx'
import { usePaper } from './use-paper.ts'

/** One client's form: whether it arrived, what one can do, and everything that happened. */
export function FormView() {
  const { place } = useDesk()
  return place.id ? <FormOf id={place.id} /> : <NoForm words={words.malformed} />
}

/** In place of a form that there is not. */
function NoForm({ words: { heading, text } }: { words: { heading: string; text: string } }) {
  return (
    <>
      <ViewHeading>{heading}</ViewHeading>
      <p className="lead">{text}</p>
      <p className="actions">
        <DeskLink className="btn quiet small" to={{ view: 'find' }}>
          {words.find}
        </DeskLink>
      </p>
    </>
  )
}

function FormOf({ id }: { id: string }) {
  const reading = useReading('staff_show', { p_id: id })
  const { value: form } = reading
  const box = useRef<HTMLDivElement>(null)
  const [was, setWas] = useState<'there' | 'deleted'>('there')
  useKeptFocus(box)
  return (
    <div className="form-view" ref={box}>
      {form === undefined && was === 'there' ? <ViewHeading>{words.heading}</ViewHeading> : null}
      <ReadingState reading={reading} />
      {was === 'deleted' ? (
        <>
          <ViewHeading>{deleteWords.gone}</ViewHeading>
          <p className="lead">{deleteWords.done}</p>
          <FormNumber id={id} />
        </>
      ) : form === null ? (
        <NoForm words={words.gone} />
      ) : form ? (
        <Shown form={form} onDeleted={() => setWas('deleted')} />
      ) : null}
    </div>
  )
}

/** What one needs on the telephone first, then what happened, and what is seldom needed last. */
function Shown({ form, onDeleted }: { form: ShownForm; onDeleted: () => void }) {
  const { person } = useDesk()
  const [openedAt] = useState(() => new Date())
  usePaper()
  const { masked, plan } = form
  return (
    <>
      <p className="form-ways no-print">
        <DeskLink className="more" to={{ view: 'find' }}>
          {words.back}
        </DeskLink>
        <button type="button" className="btn quiet small" onClick={() => print()}>
          {words.print}
        </button>
      </p>
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
        </div>
        <TimelinePart timeline={form.timeline} />
        <div className="all-seldom">
          <PaymentPart form={form} />
          <Folded heading={refundWords.heading} className="no-print">
            <RefundPart form={form} />
          </Folded>
          <ConsentsPart form={form} />
          <AccountPart form={form} />
          {person.role === 'lead' ? <DeletePart form={form} onDeleted={onDeleted} /> : null}
          <FormNumber id={form.id} />
        </div>
      </div>
      <p className="fine on-paper">{words.printed(longTime(openedAt))}</p>
    </>
  )
}

function FormNumber({ id }: { id: string }) {
  return (
    <p className="fine number">
      {words.number}: <code>{id}</code>
    </p>
  )
}
