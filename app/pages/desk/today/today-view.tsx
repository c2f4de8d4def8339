import { chartWords, deletionWords, payerWords, queueWords, sendingWords, todayWords, unclearWords } from '#words/desk/today.ts'
import { longDate } from '#words/format.ts'
import type { DeletionRequest } from '../../../../domain/staff/accounts.ts'
import type { PaymentInReview } from '../../../../domain/staff/payments.ts'
import type { QueuedDelivery, Today, WaitingPayer } from '../../../../domain/staff/today.ts'
import { DeskLink } from '../desk-link.tsx'
import { ReadingState } from '../reading-state.tsx'
import { useReading } from '../use-reading.ts'
import { ViewHeading } from '../view-heading.tsx'
import { AttendedList } from './attended-list.tsx'
import { DeliveriesChart } from './chart.tsx'
import { DeletionRow, nameOfRequest } from './deletion-row.tsx'
import { Matter } from './matter.tsx'
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
          <AttendedList heading={queueWords.heading} count={queueCount} rows={queue} subjectOf={subjectOfDelivery}>
            {(row, tell, outcome) => <QueueRow row={row} nowMs={nowMs} tell={tell} outcome={outcome} />}
          </AttendedList>
          <AttendedList heading={queueWords.waiting.heading} text={queueWords.waiting.text} count={waitingCount} rows={waiting} subjectOf={subjectOfDelivery}>
            {(row, tell, outcome) => <QueueRow row={row} nowMs={nowMs} tell={tell} outcome={outcome} />}
          </AttendedList>
          <AttendedList heading={deletionWords.heading} text={deletionWords.text} count={deletions.length} rows={deletions} subjectOf={subjectOfRequest}>
            {(row, tell, outcome) => <DeletionRow row={row} nowMs={nowMs} tell={tell} outcome={outcome} />}
          </AttendedList>
          <AttendedList heading={unclearWords.heading} count={paymentsCount} rows={payments} subjectOf={subjectOfPayment}>
            {(row, tell, outcome) => <PaymentRow row={row} nowMs={nowMs} tell={tell} outcome={outcome} />}
          </AttendedList>
          <Matter heading={payerWords.heading} text={payerWords.text} count={payersCount} shown={payers.length} isThere={payersCount > 0}>
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
const subjectOfRequest = (row: DeletionRequest) => ({ key: String(row.id), name: nameOfRequest(row) })
const subjectOfPayment = (row: PaymentInReview) => ({ key: row.reference, name: nameOfPayment(row) })

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
