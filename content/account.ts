import { accountFacts } from '../domain/account-facts.ts'
import type { Correction } from '../domain/correction.ts'
import { emailFacts } from '../domain/email-facts.ts'
import { serviceFacts } from '../domain/service-facts.ts'
import { authMessages } from './auth.ts'
import { needsScript } from './controls.ts'
import { capitalized, inWords } from './format.ts'
import { onboardingLabels, onboardingUnreachable } from './onboarding.ts'

const sixDigit = `${inWords(emailFacts.codeDigits)}-digit`
const busy = 'Saving...'
const checking = 'Checking...'
const about = 'What we keep about you, where you are signed in, and how to change either.'
const elsewhereOut = 'Every other device is signed out.'
const badCode = 'That code is wrong or has expired'
const badAddress = 'That address cannot be used for your account'
export const tooOften = 'That was too often. Please try again in a few minutes.'

/** The words of /account. */
export const accountPage = {
  title: 'Your account',
  description: about,
  heading: 'Your account',
  lead: about,
  needsScript: needsScript.reason('Your account page'),
  signInFirst: { title: 'Please sign in', message: 'Your account is shown to nobody but you.' },
  unreachable: {
    heading: onboardingUnreachable.heading,
    text: 'Nobody has signed you out. Your account opens by itself as soon as there is a connection.',
  },
  notRead: { text: 'We could not read your account just now. Nothing has changed.', retry: 'Try again', busy: 'Trying...' },
  /** After something that was asked for and had no answer that says what became of it. */
  notDone: 'That did not work, or the answer was lost. Please look at this page again in a moment.',
  cancel: 'Cancel',
}

/** What is stored of each form. */
export const storedWords = {
  heading: 'What we keep about you',
  hint: 'Most of each value is hidden on this page, so that nobody reads it over your shoulder. Your own copy has it in full.',
  none: 'You have not sent us the onboarding form yet.',
  begin: 'Fill in the form',
  another: 'Sent',
  changed: 'Last changed',
  details: 'Date of birth and SSN digits',
  encrypted: 'Kept encrypted. No page of this site shows them again, not even to you.',
  missing: 'Not given yet',
  address: 'Address',
  name: 'Name',
  deleted: (date: string) => `Deleted on ${date}`,
  noteLength: (characters: number) => `${characters} characters`,
  /** What has become of a form, in the client's words. */
  progress: {
    prepared: 'Our team has prepared this form for you. Your details are still missing.',
    received: 'We have received your details. They are on their way to our dispute system.',
    sent: 'Your details are in our dispute system, where our team works with them.',
    'with-a-person': 'A person on our team is looking at your details before they go on. There is nothing for you to do.',
    stopped: 'Our team has held your details back from our dispute system. Write to us if you did not expect that.',
  },
  asOf: (date: string) => `As of ${date}.`,
}

/** Putting something right. */
export const correctionWords = {
  open: 'Correct something',
  label: 'What is wrong?',
  choose: 'Choose',
  text: 'Type the new value. Everything else stays as it is.',
  texting: 'Consent to text messages is for one number, and ends with this correction. To give it again, fill in the whole form.',
  submit: 'Save the correction',
  busy,
  saved: 'Saved. Our team will see the change.',
  whole: 'Fill in the whole form again',
  names: {
    name: 'Name',
    details: storedWords.details,
    email: 'Email that we write to',
    phone: onboardingLabels.phone,
    preferredContactMethod: onboardingLabels.preferredContactMethod,
    address: 'Address',
    notes: onboardingLabels.notes,
  } satisfies Record<Correction, string>,
}

/** A copy to take away. */
export const copyWords = {
  heading: 'A copy of your data',
  text: 'A file with everything that this site keeps about you, unmasked. It is in JSON, a format that other programs can read. Date of birth and SSN digits are encrypted and only named in it.',
  submit: 'Download my data',
  busy: 'Preparing...',
  ready: 'Your copy is in your downloads. Keep it where only you can read it.',
  file: 'my-data.json',
}

/** Proving once more who is signed in. */
export const proofWords = {
  heading: 'First, confirm that it is you',
  password: 'Your password',
  code: `${capitalized(sixDigit)} code of your authenticator app`,
  submit: 'Confirm and go on',
  busy: checking,
}

/** Asking for deletion. */
export const deletionWords = {
  heading: 'Delete everything',
  text: `You can ask us to delete your account, what you gave us here, and our file about you in the dispute system. A person on our team does it, and replies within ${serviceFacts.replyHours} hours.`,
  keptHeading: 'What we have to keep',
  kept: [
    `Records of payments and refunds, for ${inWords(accountFacts.paymentRecordYears)} years: tax law asks for them.`,
    'The proof of what you agreed to, and when, without your name: it answers for both of us if anybody ever asks.',
    'Letters that a credit bureau has received already: nobody can call them back.',
  ],
  submit: 'Ask for deletion',
  busy: 'Sending...',
  asked: (date: string) => `You asked for deletion on ${date}. A person on our team will write to you. Until then everything stays as it is.`,
  withdraw: 'Take the request back',
  withdrawn: 'Your request is taken back. Everything stays as it is.',
  tooOften: 'You have asked and taken it back many times. Please write to us instead.',
}

/** Another address. */
export const emailWords = {
  heading: 'Email address',
  text: 'You sign in with this address:',
  label: 'New email address',
  submit: 'Change the address',
  busy: 'Sending...',
  pending: 'It is to become this one, once both have agreed:',
  codes: `We sent an email to each of them. Follow the link in both, or type the ${sixDigit} codes here.`,
  codeOf: (address: string) => `Code sent to ${address}`,
  confirm: 'Confirm',
  confirming: checking,
  halfway: 'That address has agreed. The other one is still to come.',
  changed: authMessages.addressChanged,
  sent: 'We sent an email to both addresses.',
  same: 'That is your address already',
}

/** Another password. */
export const passwordWords = {
  heading: 'Password',
  text: 'Everywhere else you are signed out when you change it.',
  current: 'Current password',
  label: 'New password',
  submit: 'Change the password',
  busy,
  changed: 'Your password is changed. Everywhere else you are signed out.',
  byCode: 'I do not know it: send me a code',
  code: `${capitalized(sixDigit)} code from your email`,
  codeSent: 'We sent a code to your email address.',
}

/** The second step. */
export const factorWords = {
  heading: 'Two-step sign-in',
  off: 'Off. Whoever has your password can sign in as you.',
  on: 'On. Signing in takes your password and a code of an authenticator app on your phone.',
  listLabel: 'Your authenticator apps',
  added: (date: string) => `added on ${date}`,
  begin: 'Turn it on',
  another: 'Add another app',
  setUp: {
    heading: 'Set up your authenticator app',
    scan: 'Scan this picture with the app:',
    picture: 'QR code for your authenticator app. The same key stands below as text.',
    key: 'Or type this key into it:',
    copy: 'Copy the key',
    copied: 'Key copied',
    here: 'The app is on this device: open it',
    code: `${capitalized(sixDigit)} code that the app shows`,
    submit: 'Confirm',
    busy: checking,
  },
  addedNow: `The app is added. ${elsewhereOut}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeLast: 'Without it, your password alone opens your account, and your recovery codes are deleted.',
  removeOne: 'Your other app goes on working.',
  confirmRemove: 'Remove it',
  removing: 'Removing...',
  removed: 'The app is removed.',
  byRecoveryCode: 'You got in by a recovery code. If your app is gone, add the new one first, then remove the old one.',
}

/** Recovery codes. */
export const recoveryWords = {
  heading: 'Recovery codes',
  text: 'For the day on which your phone is gone: each of them replaces a code of the app, once.',
  none: 'You have none yet.',
  left: (remaining: number, total: number) => `${capitalized(inWords(remaining))} of ${inWords(total)} are unused.`,
  few: 'That is few: make new ones.',
  make: 'Make recovery codes',
  again: 'Make new codes',
  againText: 'The old ones stop working at once.',
  busy: 'Making...',
  lost: 'The answer was lost. Codes that you kept before may no longer work. Please make new ones.',
  shownHeading: 'Your recovery codes',
  shownText: 'They are shown this once. Keep them where you keep your passport, not on your phone alone.',
  listLabel: 'Recovery codes',
  download: 'Download',
  print: 'Print',
  file: 'recovery-codes.txt',
  fileHead: (site: string, address: string) => `Recovery codes for ${address} at ${site}. Each one works once.`,
  done: 'I have kept them',
  unavailable: 'Recovery codes are not offered here. Add a second app on another device instead.',
}

/** Where one is signed in. */
export const sessionWords = {
  heading: 'Where you are signed in',
  text: 'If you do not know one of these, end it and change your password.',
  current: 'This device',
  unknown: 'Unknown device',
  on: (browser: string, system: string) => `${browser} on ${system}`,
  used: (when: string) => `last used ${when}`,
  opened: (when: string) => `signed in ${when}`,
  network: (network: string) => `network ${network}`,
  today: 'today',
  yesterday: 'yesterday',
  since: (date: string) => `on ${date}`,
  end: 'End',
  endNamed: (name: string) => `End ${name}`,
  ended: 'Ended. That device is signed out.',
  endOthers: 'End all others',
  endedOthers: elsewhereOut,
  endingOthers: 'Ending...',
  alone: 'You are signed in nowhere else.',
}

/** What is said of the sign-in service's refusals, by its codes. */
export const accountRefusals: Partial<Record<string, string>> = {
  invalid_credentials: 'That is not your password',
  current_password_required: 'Please type your current password',
  current_password_invalid: 'That is not your current password',
  same_password: 'The new password has to differ from the old one',
  weak_password: 'That password is too easy to guess. Please choose another one.',
  reauthentication_not_valid: badCode,
  otp_expired: badCode,
  email_exists: badAddress,
  email_address_invalid: badAddress,
  email_not_confirmed: 'Your address is not confirmed yet, so we cannot send you a code',
  over_email_send_rate_limit: 'We have just sent you an email. Please wait a minute before you ask for another one.',
  over_request_rate_limit: tooOften,
  mfa_verification_failed: 'That code is wrong, or was used before. Wait for the next one.',
  mfa_challenge_expired: 'That took too long. Please try again.',
  mfa_ip_address_mismatch: 'Your network has changed meanwhile. Please try again.',
  mfa_recovery_codes_locked: tooOften,
  too_many_enrolled_mfa_factors: 'You have added too many apps. Remove one first.',
  insufficient_aal: 'Please sign in again with your authenticator app first',
  user_banned: 'This account is closed for now. Please write to us.',
  session_not_found: 'You are signed out. Please sign in again.',
}
