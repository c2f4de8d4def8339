import type { LinkType } from '../domain/email-link.ts'
import { needsScript } from './controls.ts'

/** On the buttons of the e-mails, and of the page that they lead to. */
export const linkButtons: Record<LinkType, string> = {
  signup: 'Confirm my address',
  recovery: 'Choose a new password',
  magiclink: 'Sign in',
  invite: 'Accept the invitation',
  email_change: 'Confirm the change',
}

/** The words of /confirm. */
export const confirmPage = {
  title: 'Confirm your request',
  description: 'The last step of a request by email: press the button.',
  heading: 'One last step',
  /** Above the address that the link is for. */
  asks: {
    signup: 'Press the button to confirm your email address and sign in:',
    recovery: 'Press the button to choose a new password for the account of',
    magiclink: 'Press the button to sign in to the account of',
    invite: 'Press the button to open the account that we have prepared for',
    email_change: 'Press the button to agree that the account is to have this address:',
  } satisfies Record<LinkType, string>,
  caution: 'If you did not ask for this, or this is not your address, close this page. Nothing happens without you.',
  busy: 'One moment...',
  halfway: 'This address has agreed. The change takes effect once the other one has agreed too, by the email that we sent there.',
  toSignIn: 'Go to sign in',
  needsScript: needsScript.reason('This step'),
}
