import type { ReactNode } from 'react'
import { chartWords, deletionWords, payerWords, queueWords, sendingWords, todayWords, unclearWords } from '#words/desk/today.ts'
import { longDate } from '#words/format.ts'
import type { QueuedDelivery, Today, WaitingPayer } from '../../../../domain/staff/today.ts'
import { DeskLink } from '../desk-link.tsx'
import { ReadingState } from '../reading-state.tsx'
import { useReading } from '../use-reading.ts'
import { ViewHeading } from '../view-heading.tsx'
import { AttendedList } from './attended-list.tsx'
import { DeliveriesChart } from './chart.tsx'
import { DeletionRow, nameOfRequest } from './deletion-row.tsx'
import { nameOfPayment, PaymentRow } from './payment-row.tsx'
import { QueueRow } from './queue-row.tsx'
import { HeldNotice, Sending } from './sending.tsx'

/** What needs a person, and how deliveries go. */
export function TodayView() {
  const today = useReading('staff_today', {})
  const { value, readAt } = today
  return (
    <>
      <ViewHeading>{todayWords.heading}</ViewHeading>
      <ReadingState reading={today} />
      {value && readAt ? <Matters today={value} now={readAt} /> : null}
    </>
  )
}

/** `now` is when it was read. */
function Matters({ today, now }: { today: Today; now: Date }) {
  const { queue, queue_count: queueCount, waiting_long: waiting, waiting_long_count: waitingCount, deletions, payments } = today
  const { payments_count: paymentsCount, not_onboarded: payers, not_onboarded_count: payersCount, days, deliveries } = today
  const nowMs = now.getTime()
  return (
    <>
      <p className="lead" role="status">
        {todayWords.lead(queueCount + waitingCount + deletions.length + paymentsCount + payersCount)}
      </p>
      <div className="today-held" role="status">
        <HeldNotice deliveries={deliveries} now={now} />
      </div>
      <div className="today">
        <div>
          <Matter heading={queueWords.heading} count={queueCount} shown={queue.length}>
            <AttendedList label={queueWords.heading} rows={queue} subjectOf={subjectOfDelivery}>
              {(row, tell) => <QueueRow row={row} nowMs={nowMs} tell={tell} />}
            </AttendedList>
          </Matter>
          <Matter heading={queueWords.waiting.heading} text={queueWords.waiting.text} count={waitingCount} shown={waiting.length}>
            <AttendedList label={queueWords.waiting.heading} rows={waiting} subjectOf={subjectOfDelivery}>
              {(row, tell) => <QueueRow row={row} nowMs={nowMs} tell={tell} />}
            </AttendedList>
          </Matter>
          <Matter heading={deletionWords.heading} text={deletionWords.text} count={deletions.length} shown={deletions.length}>
            <AttendedList label={deletionWords.heading} rows={deletions} subjectOf={(row) => ({ key: String(row.id), name: nameOfRequest(row) })}>
              {(row, tell) => <DeletionRow row={row} nowMs={nowMs} tell={tell} />}
            </AttendedList>
          </Matter>
          <Matter heading={unclearWords.heading} count={paymentsCount} shown={payments.length}>
            <AttendedList label={unclearWords.heading} rows={payments} subjectOf={(row) => ({ key: row.reference, name: nameOfPayment(row) })}>
              {(row, tell) => <PaymentRow row={row} nowMs={nowMs} tell={tell} />}
            </AttendedList>
          </Matter>
          <Matter heading={payerWords.heading} text={payerWords.text} count={payersCount} shown={payers.length}>
            <ul className="matters" aria-label={payerWords.heading}>
              {payers.map((payer) => (
                <li key={payer.id}>
                  <Payer payer={payer} />
                </li>
              ))}
            </ul>
          </Matter>
        </div>
        <div>
          <section className="sending-now" aria-label={sendingWords.heading}>
            <h2>{sendingWords.heading}</h2>
            <Sending deliveries={deliveries} now={now} />
          </section>
          <section aria-label={chartWords.heading}>
            <h2>{chartWords.heading}</h2>
            <p className="fine">{chartWords.text}</p>
            <DeliveriesChart days={days} />
          </section>
        </div>
      </div>
    </>
  )
}

const subjectOfDelivery = ({ id, name }: QueuedDelivery) => ({ key: id, name: name ?? todayWords.noName, enrollment: id })

interface MatterProps {
  heading: string
  text?: string
  /** Of all, of which the longest waiting are shown. */
  count: number
  shown: number
  children: ReactNode
}

/** One kind of what waits. While there is none of it, only what was settled last is left, which takes the room of one line. */
function Matter({ heading, text, count, shown, children }: MatterProps) {
  return (
    <section className="matter-of-today" aria-label={heading} data-count={count}>
      {count > 0 ? (
        <>
          <h2>
            {heading} <span className="how-many num">{count}</span>
          </h2>
          {text ? <p className="fine">{text}</p> : null}
        </>
      ) : null}
      {children}
      {count > shown ? <p className="fine">{todayWords.rest(count - shown)}</p> : null}
    </section>
  )
}

/** Who has paid and not sent the form: somebody to call. */
function Payer({ payer: { id, name, email, plan, paid_at: paidAt } }: { payer: WaitingPayer }) {
  return (
    <article>
      <h3 dir="auto">
        <DeskLink to={{ view: 'form', id }}>{name ?? email ?? todayWords.noName}</DeskLink>
      </h3>
      <p>
        {payerWords.line(plan, longDate(new Date(paidAt)))}
        {name && email ? ` · ${email}` : null}
      </p>
    </article>
  )
}
