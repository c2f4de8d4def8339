import { consentWords as words } from '#words/desk/form.ts'
import { longTime } from '#words/format.ts'
import { textsIn } from '../../../../domain/consents.ts'
import type { FormConsents, ShownForm } from '../../../../domain/staff/form.ts'
import { Decision } from '../parts/decision.tsx'
import { type Told, ToldNotice, useTold } from '../parts/told.tsx'
import { ReadingState } from '../reading-state.tsx'
import { useChange } from '../use-change.ts'
import { useReading } from '../use-reading.ts'
import { Folded } from './folded.tsx'
import { standingConsents } from './standing-consents.ts'

const nameOf = (document: string) => words.names[document] ?? document

/** What the client agreed to, in the words that were shown, and how to withdraw it for them. */
export function ConsentsPart({ form: { id, texting } }: { form: ShownForm }) {
  const reading = useReading('staff_consents', { p_id: id })
  const [told, tell] = useTold()
  return (
    <Folded heading={words.heading} short={words.texting.short[texting?.action ?? 'never']}>
      <p>{texting ? words.texting[texting.action](longTime(new Date(texting.at))) : words.texting.never}</p>
      <ReadingState reading={reading} />
      {reading.value ? <Consents consents={reading.value} /> : null}
      <ToldNotice told={told} />
      {reading.value ? (
        <div className="decisions">
          {standingConsents(reading.value.entries).map((document) => (
            <Withdraw key={document} id={id} document={document} tell={tell} />
          ))}
        </div>
      ) : null}
    </Folded>
  )
}

function Consents({ consents: { entries, bodies } }: { consents: FormConsents }) {
  if (entries.length === 0) return <p className="fine">{words.none}</p>
  return (
    <>
      <ul className="lines">
        {entries.map(({ at, action, texts, network, account }) => (
          <li key={`${at} ${action} ${texts}`}>
            {`${words.entry[action]}: ${textsIn(texts).map(({ document, version }) => words.line(nameOf(document), version)).join('; ')}`}
            <span className="fine">
              {[longTime(new Date(at)), network ? words.network(network) : null, account ? null : words.byStaff].filter((part) => part !== null).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {bodies.map(({ document, version, sha256, body }) => (
        <details key={sha256} className="no-print">
          <summary>{words.text(words.line(nameOf(document), version))}</summary>
          <p className="as-typed fine">{body ?? words.notKept}</p>
        </details>
      ))}
    </>
  )
}

interface WithdrawProps {
  id: string
  document: string
  tell: (told: Told | undefined) => void
}

function Withdraw({ id, document, tell }: WithdrawProps) {
  const change = useChange('staff_withdraw_consent')
  const name = nameOf(document)
  return (
    <Decision
      words={{ open: words.withdraw.open(name), question: words.withdraw.question(name), confirm: words.withdraw.confirm(name) }}
      change={change}
      parameters={() => ({ p_id: id, p_document: document })}
      told={() => ({ tone: 'good', text: words.withdraw.done(name) })}
      tell={tell}
    />
  )
}
