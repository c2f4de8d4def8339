import { emailFacts } from '../../domain/email-facts.ts'
import { site } from '../../site.config.ts'
import { linkButtons } from '../confirm.ts'
import { inWords } from '../format.ts'

/** The words of an e-mail. */
export interface EmailWords {
  subject: string
  /** What mail programs show beside the subject. */
  preheader: string
  heading: string
  /** Figures, each with its label, above the paragraphs. */
  rows?: [label: string, text: string][]
  paragraphs: string[]
  /** On the button of an e-mail that carries a link. */
  button?: string
  /** Above the digits of an e-mail that carries a code. */
  codeLabel?: string
  /** For a link that ends further e-mails of this kind. */
  stop?: string
  /** For recipients who did not ask for the e-mail. */
  unasked: string
}

const { name } = site.organization
const lifetime = spokenTime(emailFacts.lifetimeSeconds)
const typeCode = 'Or type this code where the site asks for it'
const lifetimes = `The link and the code are good for ${lifetime}.`
const unasked = 'If you did not ask for this, you can ignore this email'
const ignore = `${unasked}: nothing changes without you.`
const forAccount = `For your ${name} account.`
const nothingToDo = 'If this was you, there is nothing to do.'
const notMe = `If this was not you, ask for a new password on the sign-in page at once, and write to ${site.contact.email}.`
const codeUsed = 'A recovery code was used'
const changeAddress = 'Confirm the change of your email address'

/**
 * Every e-mail of the sign-in service, named by its kind. `newEmail` is the address that somebody wants to have,
 * `codesLeft` the number of recovery codes that are unused.
 */
export const emailWords = {
  confirmation: () => ({
    subject: 'Confirm your email address',
    preheader: `One step left for your ${name} account.`,
    heading: 'Confirm your email address',
    paragraphs: [
      `You created an account with ${name} for this email address. Please confirm that it is yours.`,
      lifetimes,
    ],
    button: linkButtons.signup,
    codeLabel: typeCode,
    unasked: `${unasked}: whoever created the account gets in only after you confirm.`,
  }),
  recovery: () => ({
    subject: 'Choose a new password',
    preheader: forAccount,
    heading: 'Choose a new password',
    paragraphs: [
      `Somebody, probably you, asked for a new password for your ${name} account.`,
      lifetimes,
    ],
    button: linkButtons.recovery,
    codeLabel: typeCode,
    unasked: `${unasked}: your password stays as it is.`,
  }),
  'magic-link': () => ({
    subject: 'Your sign-in link',
    preheader: `Sign in to ${name} without a password.`,
    heading: 'Sign in',
    paragraphs: [
      `Use the link or the code below to sign in to your ${name} account.`,
      `Both are good for ${lifetime}, and for one sign-in. Do not pass them on to anybody.`,
    ],
    button: linkButtons.magiclink,
    codeLabel: typeCode,
    unasked: ignore,
  }),
  invitation: () => ({
    subject: 'Your invitation',
    preheader: `To open an account with ${name}.`,
    heading: 'You are invited',
    paragraphs: [
      `${name} has prepared an account for you. Accept the invitation to open it.`,
      lifetimes,
    ],
    button: linkButtons.invite,
    codeLabel: typeCode,
    unasked: 'If you did not expect this invitation, you can ignore this email: no account is opened without you.',
  }),
  'email-change': ({ newEmail }) => ({
    subject: changeAddress,
    preheader: forAccount,
    heading: changeAddress,
    paragraphs: [
      `Somebody, probably you, asked to change the email address of a ${name} account to ${newEmail}.`,
      `The change takes effect once both the old and the new address have confirmed it, within ${lifetime}.`,
    ],
    button: linkButtons.email_change,
    codeLabel: typeCode,
    unasked: 'If you did not ask for this, do not confirm it. If the account is yours, change its password: somebody may be using it.',
  }),
  'address-in-use': () => ({
    subject: 'Your email address has an account',
    preheader: `Nothing has changed in your ${name} account.`,
    heading: 'This address has an account already',
    paragraphs: [
      `Somebody asked to use this email address for another ${name} account. It belongs to yours, so nothing was changed.`,
      'If this was you, sign in with this address instead.',
    ],
    unasked: 'If this was not you, there is nothing to do.',
  }),
  reauthentication: () => ({
    subject: 'Your confirmation code',
    preheader: `For a change to your ${name} account.`,
    heading: 'Confirm that it is you',
    paragraphs: [
      `Somebody who is signed in to your ${name} account, probably you, wants to change its password.`,
      `The code is good for ${lifetime}. Do not pass it on to anybody.`,
    ],
    codeLabel: 'Type this code where the site asks for it',
    unasked: 'If this was not you, change your password: somebody may be using your account.',
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    preheader: forAccount,
    heading: 'Your password was changed',
    paragraphs: [`The password of your ${name} account was just changed.`, nothingToDo],
    unasked: notMe,
  }),
  'factor-added': () => ({
    subject: 'Two-step sign-in: something was added',
    preheader: forAccount,
    heading: 'Something was added to your two-step sign-in',
    paragraphs: [
      `An authenticator app or a set of recovery codes was just added to your ${name} account.`,
      nothingToDo,
    ],
    unasked: notMe,
  }),
  'factor-removed': () => ({
    subject: 'Two-step sign-in: something was removed',
    preheader: forAccount,
    heading: 'Something was removed from your two-step sign-in',
    paragraphs: [
      `An authenticator app or a set of recovery codes was just removed from your ${name} account. Without an app, the password alone opens it.`,
      nothingToDo,
    ],
    unasked: notMe,
  }),
  'recovery-code-used': ({ codesLeft }) => ({
    subject: codeUsed,
    preheader: forAccount,
    heading: codeUsed,
    paragraphs: [
      `Somebody, probably you, just signed in to your ${name} account with your password and one of your recovery codes.`,
      `${codesLeftText(codesLeft)} You can make new ones on your account page.`,
      nothingToDo,
    ],
    unasked: notMe,
  }),
} satisfies Record<string, (details: { newEmail: string; codesLeft: number }) => EmailWords>

/** What stands around the words. */
export const emailFrame = {
  sender: name,
  linkFallback: 'If the button does not work, copy this address into your browser:',
  contact: `${name}, ${site.contact.email}`,
}

function codesLeftText(count: number): string {
  if (count === 0) return 'It was the last one.'
  return count === 1 ? 'One of them is left.' : `You have ${inWords(count)} left.`
}

/** A duration as people say it, in whole hours if possible. */
function spokenTime(seconds: number): string {
  const minutes = seconds / 60
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? 'one hour' : `${minutes / 60} hours`
}
