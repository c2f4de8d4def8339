import { useState } from 'react'
import { accountPage, factorWords as words } from '#words/account.ts'
import { longDate } from '#words/format.ts'
import { site } from '../../../site.config.ts'
import { accountBackend } from '../../backend/account-backend.ts'
import type { Factor, OwnUser } from '../../backend/own-credentials.ts'
import { appsOf, type CodesLeft, type NewApp } from '../../backend/second-factors.ts'
import { showLine } from '../../ui/toasts.tsx'
import { wentWell } from '../auth/auth-form.tsx'
import { ActionButton } from './action-button.tsx'
import { AppSetUp } from './app-set-up.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section } from './section.tsx'

interface FactorSectionProps {
  user: OwnUser
  codes: CodesLeft | undefined
  /** Whether this session got in by a recovery code. */
  byRecoveryCode: boolean
  reread: () => Promise<void>
}

/** Authenticator apps and recovery codes (R-CALLER, R-RECOVERY-CODES). */
export function FactorSection({ user, codes, byRecoveryCode, reread }: FactorSectionProps) {
  const [begun, setBegun] = useState<NewApp>()
  const [proof, setProof] = useState<'unasked' | 'asked'>('unasked')
  const apps = appsOf(user.factors)
  const isOn = apps.length > 0

  async function begin() {
    const app = await accountBackend().beginApp(site.organization.name, user.factors)
    if ('outcome' in app && app.outcome === 'proof-needed') return setProof('asked')
    setProof('unasked')
    if ('factorId' in app) setBegun(app)
    else wentWell(app)
  }

  async function finish(how: 'added' | 'cancelled') {
    if (how === 'added') showLine(words.addedNow, 'success')
    // Before the next app can be begun, whose name depends on what there is.
    await reread()
    setBegun(undefined)
  }

  return (
    <Section heading={words.heading}>
      <p>{isOn ? words.on : words.off}</p>
      {isOn ? <Apps apps={apps} hasCodes={codes !== undefined} byRecoveryCode={byRecoveryCode} reread={reread} /> : null}
      {begun ? (
        <AppSetUp app={begun} onDone={finish} />
      ) : proof === 'asked' ? (
        <ProofForm user={user} onProven={begin} onCancel={() => setProof('unasked')} />
      ) : (
        <ActionButton words={{ submit: isOn ? words.another : words.begin, busy: words.setUp.busy }} onPress={begin} />
      )}
      {isOn ? <RecoveryCodes email={user.email} codes={codes} reread={reread} /> : null}
    </Section>
  )
}

interface AppsProps {
  apps: Factor[]
  hasCodes: boolean
  byRecoveryCode: boolean
  reread: () => Promise<void>
}

function Apps({ apps, hasCodes, byRecoveryCode, reread }: AppsProps) {
  const [removing, setRemoving] = useState<string>()
  const isLast = apps.length === 1

  async function remove(id: string) {
    const others = isLast ? (hasCodes ? 'codes' : 'nothing') : 'others'
    if (wentWell(await accountBackend().removeApp(id, others))) showLine(words.removed, 'success')
    setRemoving(undefined)
    await reread()
  }

  return (
    <>
      <ul className="devices" aria-label={words.listLabel}>
        {apps.map(({ id, friendly_name: name = words.heading, created_at: added }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p className="fine">{words.added(longDate(new Date(added)))}</p>
            </div>
            {byRecoveryCode && isLast ? null : (
              <button
                type="button"
                className="btn quiet small"
                aria-label={words.removeNamed(name)}
                aria-expanded={removing === id}
                onClick={() => setRemoving(removing === id ? undefined : id)}
              >
                {words.remove}
              </button>
            )}
            {removing === id ? (
              <div className="notice">
                <p>{isLast ? words.removeLast : words.removeOne}</p>
                <div className="actions">
                  <ActionButton words={{ submit: words.confirmRemove, busy: words.removing }} onPress={() => remove(id)} />
                  <button type="button" className="btn quiet small" onClick={() => setRemoving(undefined)}>
                    {accountPage.cancel}
                  </button>
                </div>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {byRecoveryCode && isLast ? <p className="notice">{words.byRecoveryCode}</p> : null}
    </>
  )
}
