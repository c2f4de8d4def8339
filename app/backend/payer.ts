import * as v from 'valibot'
import { emailSchema } from '../../domain/email-address.ts'
import { keptText, nameHere } from './browser-storage.ts'
import { onDeliberateSignOut } from './deliberate-sign-out.ts'

/** To whom the link in a receipt was sent, and whether the address had an account then (R-PAYER-LINK). */
export interface Payer {
  email: string
  account: 'new' | 'known'
}

const stored = keptText('tab', nameHere('payer'))

// The next person at this screen does not learn the address.
onDeliberateSignOut(forgetPayer)

/** Keeps the address of a link in this tab. Returns whether it had one. */
export function keepPayerOf(hash: string): boolean {
  const payer = payerFrom(hash.slice(1))
  if (payer) keepPayer(payer)
  return payer !== undefined
}

export function keepPayer({ email, account }: Payer): void {
  stored.write(String(new URLSearchParams({ email, account })))
}

export const keptPayer = (): Payer | undefined => payerFrom(stored.read() ?? '')

function payerFrom(text: string): Payer | undefined {
  const given = new URLSearchParams(text)
  const email = v.safeParse(emailSchema, given.get('email'))
  return email.success ? { email: email.output, account: given.get('account') === 'new' ? 'new' : 'known' } : undefined
}

export function forgetPayer(): void {
  stored.forget()
}

/** Whether somebody has signed in with another address than the payer's. */
export const isAnother = ({ email }: Payer, signedInWith: string): boolean => email.toLowerCase() !== signedInWith.toLowerCase()
