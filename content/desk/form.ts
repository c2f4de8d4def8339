import { capitalized, formatUsd, listText } from '../format.ts'
import { sensitiveDetails } from '../deliveries.ts'

/** Words of one client's form. */
export const formWords = {
  back: 'Back to the search',
  heading: 'Form',
  noName: 'No name yet',
  gone: { heading: 'There is no such form', text: 'It was deleted, or the address is wrong.' },
  malformed: {
    heading: 'This address names no form',
    text: 'The number of the form in it is missing or incomplete: perhaps it was cut off where it was copied. Look for the client instead.',
  },
  find: 'Look for the client',
  tell: 'What you can tell the client:',
  next: (when: string) => `It is sent on ${when} at the latest.`,
  paused: (when: string) => `DisputeFox does not answer. It is tried again at ${when}.`,
  unsent: 'The last change of the client has not been sent.',
  saved: 'Sent to us',
  changed: 'Last changed',
  number: 'Number of the form',
  plan: 'Plan',
  print: 'Print',
  printed: (when: string) => `As of ${when}. Details are masked.`,
}

/** What one can do about a delivery. */
export const decisionWords = {
  heading: 'What now?',
  retry: {
    open: 'Send it again',
    question: 'It joins what waits to be sent.',
    twice: 'This client may be there already, and would then be there twice. Look in DisputeFox first.',
    confirm: 'Send it again',
    confirmTwice: 'Send it, even if the client is there twice',
    done: 'It is sent as soon as it is its turn.',
  },
  resolve: {
    open: 'The client is in DisputeFox',
    question: 'Only when you have seen the client in DisputeFox: it then counts as arrived and is not sent any more.',
    confirm: 'Yes, I have seen the client in DisputeFox',
    done: 'It counts as arrived.',
    unsettled: 'Not settled yet: the client changed it after it was last sent. Correct it in DisputeFox by hand, then press the same button again.',
  },
  cancel: {
    open: 'Stop it',
    question: 'It stays here and is not sent to DisputeFox. You can still send it later.',
    confirm: 'Yes, stop it',
    done: 'Stopped: it is not sent.',
  },
  busy: 'Working...',
  back: 'Leave it as it is',
}

/** Why nothing was done, by the codes of the functions. */
export const refusalWords: Record<string, string> = {
  'not-there': 'It is not there any more: somebody has deleted it.',
  gone: 'It is gone already.',
  sending: 'It is being sent at this moment. Try again in a minute.',
  'wrong-state': 'As it stands now, this cannot be done.',
  'account-held': 'Sending is paused for its account. Resume it first.',
  'details-purged': `${capitalized(sensitiveDetails)} are forgotten: the client has to fill in the form again.`,
  'may-be-there': 'The client may be there already. Say that it may be there twice, or look first.',
  'no-consent': 'There is no such consent any more.',
  'no-such-payment': 'There is no payment with this reference.',
  'proven-already': 'This payment belongs to a form already.',
  'not-paid': 'This payment is not paid, or was paid back.',
  'no-email': 'Nobody knows who paid: choose a form for it.',
  'no-plan': 'Say for which plan it was.',
  'no-open-enrollment': 'This form is paid for already.',
  'not-open': 'It does not wait for a decision any more: it is settled already.',
  'not-held': 'Sending is not paused.',
  'held-already': 'Sending is paused already.',
  left: 'This installation was left for another one, which sends the forms.',
  restored: 'Say first whether a person looks at what waited in the backup.',
  unconfirmed: 'This person has not confirmed the address yet: the link is in the e-mail that came after signing up.',
  'last-lead': 'There has to be at least one lead. Make somebody else a lead first.',
}
export const unknownRefusal = 'It was not done. Please look again in a moment.'

/** The client's details. */
export const detailWords = {
  heading: 'The client',
  hint: 'Masked: enough to recognise somebody on the telephone.',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  street: 'Street',
  place: 'Place',
  contact: 'Contact by',
  notes: 'Notes',
  noteLength: (characters: number) => (characters === 1 ? '1 character' : `${characters} characters`),
  sensitive: capitalized(sensitiveDetails),
  columns: { date_of_birth: 'Born', ssn_last_four: 'SSN, last four digits' },
  kept: 'Kept encrypted',
  purged: (date: string) => `Forgotten on ${date}`,
  missing: 'Not given',
  reveal: {
    open: 'Show the details',
    text: 'They are shown for a minute, and who looked and why is recorded.',
    label: 'Why do you need them?',
    hint: 'Such as "Correcting the address in DisputeFox". Please no details of the client here.',
    missing: 'Please say why',
    submit: 'Show them for a minute',
    busy: 'Opening...',
    back: 'Leave them masked',
    shown: (seconds: number) => `Shown for ${seconds} more ${seconds === 1 ? 'second' : 'seconds'}.`,
    announced: 'The details are shown for a minute.',
    hide: 'Hide them now',
    hidden: 'The details are hidden again.',
    unreadable: `${capitalized(sensitiveDetails)} cannot be opened: their key is missing on the server. Tell whoever runs it.`,
    unavailable: 'The details could not be opened. Please try again.',
  },
}

/** Notes for colleagues. */
export const noteWords = {
  heading: 'Notes for colleagues',
  open: 'Write a note',
  label: 'A note',
  hint: 'Keep to what a colleague needs. It belongs to the client: it is in the copy of their data that they can download.',
  submit: 'Keep the note',
  busy: 'Keeping...',
  done: 'The note is kept.',
  missing: 'Please write something',
  tooLong: (most: number) => `At most ${most} characters`,
  by: (author: string, when: string) => `${author}, ${when}`,
}

/** The account that a form belongs to. */
export const accountWords = {
  heading: 'The account',
  none: 'The form belongs to no account: it was prepared for the client, who has not signed in yet.',
  email: 'Signs in with',
  short: { held: 'Sending is paused', deletion: 'Asks for deletion' },
  held: 'Sending is paused for this account: none of its forms is sent.',
  banned: (when: string) => `Closed until ${when}.`,
  deletion: (when: string) => `The client asked on ${when} to have everything deleted. Decide on it under Today.`,
  hold: {
    open: 'Pause sending for this account',
    question: 'None of its forms is sent, also what the client sends later, until somebody resumes it.',
    confirm: 'Yes, pause it',
    done: (count: number) => `Paused. ${countOf(count)} waited and ${count === 1 ? 'needs' : 'need'} a decision now.`,
  },
  release: {
    open: 'Resume sending for this account',
    question: 'What waited meanwhile is sent.',
    confirm: 'Yes, resume it',
    done: (count: number) => `Resumed. ${countOf(count)} ${count === 1 ? 'is' : 'are'} sent.`,
  },
  cancel: {
    open: 'Stop all forms of this account',
    question: 'All of its forms that have not arrived are stopped: they stay here and are not sent.',
    confirm: 'Yes, stop them',
    done: (count: number) => `Stopped: ${countOf(count).toLowerCase()}.`,
  },
  endSessions: {
    open: 'Sign this account out everywhere',
    question: 'Whoever is signed in with it has to sign in again.',
    confirm: 'Sign it out everywhere',
    done: (count: number) => (count === 1 ? 'Signed out in one place.' : `Signed out in ${count} places.`),
  },
}

function countOf(forms: number): string {
  return forms === 1 ? 'One form' : `${forms === 0 ? 'No' : forms} forms`
}

/** What the client agreed to. */
export const consentWords = {
  heading: 'What the client agreed to',
  none: 'No consent is recorded for this form.',
  /** By the names of the files of texts. */
  names: {
    agreement: 'Agreement in the form',
    sms: 'Text messages',
    disclaimer: 'Disclaimer',
    'esign-consent': 'E-sign consent',
    privacy: 'Privacy policy',
    'refund-policy': 'Refund policy',
    terms: 'Terms of service',
  } as Partial<Record<string, string>>,
  texting: {
    given: (when: string) => `May be texted: agreed on ${when}.`,
    withdrawn: (when: string) => `Write no text messages: withdrawn on ${when}.`,
    never: 'Write no text messages: there is no consent.',
    short: { given: 'May be texted', withdrawn: 'No text messages', never: 'No text messages' },
  },
  entry: { given: 'Agreed to', withdrawn: 'Withdrawn' },
  line: (document: string, version: string) => `${document}, version ${version}`,
  network: (address: string) => `from the network address ${address}`,
  byStaff: 'by the staff, on the client\'s word',
  text: (document: string) => `Text: ${document}`,
  notKept: 'This text is not kept here.',
  withdraw: {
    open: (document: string) => `Withdraw: ${document}`,
    question: (document: string) => `Withdraw the consent "${document}"? Only on the client's word, such as a STOP by text message. Only the client can give it again.`,
    confirm: (document: string) => `Withdraw: ${document}`,
    done: (document: string) => `The consent "${document}" is withdrawn here. DisputeFox does not learn of it: note it there too.`,
  },
}

/** Deleting a form. */
export const deleteWords = {
  heading: 'Delete this form',
  open: 'Delete this form',
  question: 'The form and its delivery are deleted here for good, at the client\'s request. What has arrived in DisputeFox stays there, and so does the account; the proof of what was agreed to stays without a name.',
  label: (word: string) => `Type "${word}" to go on`,
  word: 'delete',
  confirm: 'Delete it for good',
  gone: 'The form is deleted',
  done: 'Have the client deleted in DisputeFox too, and keep the number of the form with the request: the proof of what was agreed to is found by it.',
}

/** What happened, the newest first. */
export const timelineWords = {
  heading: 'What happened',
  saved: 'The form was saved.',
  changed: 'The client changed it.',
  attempt: (number: number) => `Attempt ${number} to send it`,
  outcomes: {
    accepted: 'it arrived',
    pretended: 'it went to the stand-in of a trial, not to DisputeFox',
    rejected: 'DisputeFox refused it',
    retry: 'it did not arrive and is tried again',
    ambiguous: 'nobody knows whether it arrived',
    held: 'sending was paused',
    lost: 'it was interrupted, so nobody knows whether it arrived',
    underWay: 'under way',
  },
  late: 'the answer came late',
  payment: {
    pending: 'A payment was begun',
    paid: 'Paid',
    failed: 'A payment failed',
    refund: 'Paid back',
    dispute: 'The bank was asked to take the payment back',
  },
  parts: { pending: 'under way', made: 'done', undone: 'undone', open: 'open', won: 'won by us', lost: 'lost by us' },
  given: (documents: string[]) => `The client agreed to: ${listText(documents)}.`,
  withdrawn: (documents: string[]) => `Consent withdrawn: ${listText(documents)}.`,
  note: (author: string) => `${author} noted:`,
  earlier: (count: number) => (count === 1 ? 'One earlier entry' : `${count} earlier entries`),
}

/** An amount as people write it. Of another currency than ours, the smallest units are not always hundredths. */
export const amountWords = (cents: number, currency: string): string =>
  currency === 'usd' ? formatUsd(cents) : `${cents} of the smallest unit of ${currency.toUpperCase()}`
