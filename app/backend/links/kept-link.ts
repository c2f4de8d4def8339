import * as v from 'valibot'
import { emailSchema } from '../../../domain/email-address.ts'
import { type LinkToken, linkTokenOf } from '../../../domain/email-link.ts'
import { keptText, nameHere } from '../browser-storage.ts'
import { onDeliberateSignOut } from '../deliberate-sign-out.ts'

const stored = keptText('tab', nameHere('email-link'))

// The next person at this screen does not press its button.
onDeliberateSignOut(forgetLink)

/** Keeps what the link of an e-mail carries in this tab, until it is used. Returns whether the address had it. */
export function keepLinkOf(hash: string): boolean {
  const isLink = tokenFrom(hash) !== undefined
  if (isLink) stored.write(hash)
  return isLink
}

/** What this address carries, or else the tab has kept. */
export const keptLink = (hash: string): LinkToken | undefined => tokenFrom(hash) ?? tokenFrom(stored.read() ?? '')

export function forgetLink(): void {
  stored.forget()
}

/** Anybody can write a link: what is to be shown of it is an e-mail address and nothing else (R-ADDRESS-TEXT). */
function tokenFrom(fragment: string): LinkToken | undefined {
  const token = linkTokenOf(fragment)
  return token && v.is(emailSchema, token.email) ? token : undefined
}
