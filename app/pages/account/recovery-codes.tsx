import { useLayoutEffect, useRef, useState } from 'react'
import { recoveryWords as words } from '#words/account.ts'
import { accountFacts } from '../../../domain/account-facts.ts'
import { site } from '../../../site.config.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { CodesLeft } from '../../backend/second-factors.ts'
import { wentWell } from '../auth/auth-form.tsx'
import { ActionButton } from './action-button.tsx'
import { saveFile } from './save-file.ts'

interface RecoveryCodesProps {
  email: string
  /** Undefined where there are none. */
  codes: CodesLeft | undefined
  reread: () => Promise<void>
}

/** How many recovery codes are left, and new ones, which are shown once. */
export function RecoveryCodes({ email, codes, reread }: RecoveryCodesProps) {
  const [made, setMade] = useState<string[]>()
  const [offered, setOffered] = useState<'offered' | 'unavailable'>('offered')

  async function make() {
    const answer = await accountBackend().makeCodes(codes ? 'again' : 'first')
    if (answer.outcome === 'unavailable') return setOffered('unavailable')
    if (answer.outcome === 'made') setMade(answer.codes)
    else wentWell(answer)
    await reread()
  }

  if (made) return <Codes codes={made} email={email} onDone={() => setMade(undefined)} />
  return (
    <div className="recovery">
      <h3>{words.heading}</h3>
      {offered === 'unavailable' ? (
        <p className="notice">{words.unavailable}</p>
      ) : (
        <>
          <p>
            {words.text} {codes ? words.left(codes.remaining, codes.total) : words.none}
          </p>
          {codes && codes.remaining <= accountFacts.fewRecoveryCodes ? <p className="notice">{words.few}</p> : null}
          <ActionButton words={{ submit: codes ? words.again : words.make, busy: words.busy }} onPress={make} />
          {codes ? <p className="fine">{words.againText}</p> : null}
        </>
      )}
    </div>
  )
}

function Codes({ codes, email, onDone }: { codes: string[]; email: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const shown = codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
  const head = words.fileHead(site.organization.name, email)
  return (
    <div className="recovery sheet">
      <h3 tabIndex={-1} ref={heading}>
        {words.shownHeading}
      </h3>
      <p>{words.shownText}</p>
      <p className="on-paper">{head}</p>
      <ol className="codes" aria-label={words.listLabel}>
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <button
          type="button"
          className="btn small"
          onClick={() => saveFile(words.file, 'text/plain', `${head}\n\n${shown.join('\n')}\n`)}
        >
          {words.download}
        </button>
        <button type="button" className="btn quiet small" onClick={() => window.print()}>
          {words.print}
        </button>
        <button type="button" className="btn quiet small" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </div>
  )
}
