import type { ComponentProps, ReactNode } from 'react'
import { useHref } from 'react-router'
import AgreementText from '#words/consents/agreement.mdx'
import { shown as agreement } from '#words/consents/agreement.mdx?shown'
import SmsText from '#words/consents/sms.mdx'
import { shown as sms } from '#words/consents/sms.mdx?shown'
import { shown as esignConsent } from '#words/legal/esign-consent.mdx?shown'
import { shown as privacy } from '#words/legal/privacy.mdx?shown'
import { shown as terms } from '#words/legal/terms.mdx?shown'
import type { ShownText } from '../../../domain/consents.ts'
import { site } from '../../../site.config.ts'

const smsField = 'smsConsent'

/** The texts that whoever sends the form agrees to: those that the sentence names, and its box where it is ticked (R-CONSENT). */
export function agreedTexts(form: FormData): ShownText[] {
  return [agreement, terms, esignConsent, privacy, ...(form.has(smsField) ? [sms] : [])]
}

/** Describes the button, for whoever goes from field to field and hears nothing of what stands between. */
export const agreementId = 'agreement'

/** Stands above the button. */
export function Agreement() {
  return (
    <p className="agreement" id={agreementId}>
      <AgreementText components={components} />
    </p>
  )
}

/** A box of its own, never ticked beforehand and never needed (R-CONSENT-SMS). */
export function SmsConsent() {
  return (
    <label className="check texting">
      <input type="checkbox" name={smsField} />
      <span>
        <SmsText components={components} />
      </span>
    </label>
  )
}

const components = { Org, a: NewTabLink, p: Line }

function Org() {
  return site.organization.name
}

function Line({ children }: { children: ReactNode }) {
  return children
}

/** In this tab, what was typed and is sensitive would be gone. */
function NewTabLink({ href = '', children }: ComponentProps<'a'>) {
  return (
    <a href={useHref(href)} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
