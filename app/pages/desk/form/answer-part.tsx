import { decisionWords as words, formWords } from '#words/desk/form.ts'
import { longTime } from '#words/format.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import { choicesOf } from '../parts/choices.ts'
import { Decision } from '../parts/decision.tsx'
import { standingOf } from '../parts/standing.ts'
import { ToldNotice, useTold } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'

/** Did it arrive, why, and what now? */
export function AnswerPart({ form }: { form: ShownForm }) {
  const { delivery, saved_at: savedAt } = form
  const { tone, sentence, reason, forClient } = standingOf({
    state: delivery?.state ?? 'incomplete',
    reason: delivery?.reason ?? null,
    since: delivery?.updated_at ?? null,
    savedAt,
  })
  return (
    <section className={`answer ${tone}`} aria-label={words.heading}>
      <p className="sentence">{sentence}</p>
      {reason ? (
        <p>
          {reason.what} {reason.todo}
        </p>
      ) : null}
      {delivery?.due_at ? <p>{formWords.next(longTime(new Date(delivery.due_at)))}</p> : null}
      {delivery?.paused_until ? <p>{formWords.paused(longTime(new Date(delivery.paused_until)))}</p> : null}
      {delivery?.is_unsent ? <p>{formWords.unsent}</p> : null}
      {forClient ? (
        <p className="tell">
          <span>{formWords.tell}</span> <q>{forClient}</q>
        </p>
      ) : null}
      <Decisions form={form} isUndecided={tone === 'person'} />
    </section>
  )
}

/** Only where somebody has to decide, one of them stands out: the one that is likely to be right. */
function Decisions({ form: { id, seen, actions, delivery }, isUndecided }: { form: ShownForm; isUndecided: boolean }) {
  const [told, tell] = useTold()
  const retry = useChange('staff_retry')
  const resolve = useChange('staff_resolve')
  const cancel = useChange('staff_cancel')
  const mayBeThere = delivery?.may_be_there ?? false
  const likely = delivery && isUndecided ? choicesOf({ ...delivery, is_held: false, account: null }) : []
  const first = likely.find((choice) => actions.some((action) => action === choice))
  const retryWords = { ...words.retry, confirm: mayBeThere ? words.retry.confirmTwice : words.retry.confirm }
  return (
    <>
      <ToldNotice told={told} />
      <div className="decisions">
        {actions.includes('resolve') ? (
          <Decision
            words={words.resolve}
            look={lookOf(first === 'resolve')}
            change={resolve}
            parameters={() => ({ p_id: id, p_seen: seen })}
            told={({ settled }) => (settled ? { tone: 'good', text: words.resolve.done } : { tone: 'look', text: words.resolve.unsettled })}
            tell={tell}
          />
        ) : null}
        {actions.includes('retry') ? (
          <Decision
            words={retryWords}
            warning={mayBeThere ? words.retry.twice : undefined}
            look={lookOf(first === 'retry')}
            change={retry}
            parameters={() => ({ p_id: id, p_seen: seen, p_twice: mayBeThere })}
            told={() => ({ tone: 'good', text: words.retry.done })}
            tell={tell}
          />
        ) : null}
        {actions.includes('cancel') ? (
          <Decision
            words={words.cancel}
            change={cancel}
            parameters={() => ({ p_id: id, p_seen: seen })}
            told={() => ({ tone: 'good', text: words.cancel.done })}
            tell={tell}
          />
        ) : null}
      </div>
    </>
  )
}

const lookOf = (isFirst: boolean) => (isFirst ? 'btn small' : 'btn quiet small')
