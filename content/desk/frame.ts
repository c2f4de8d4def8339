import { site } from '../../site.config.ts'

/** Words of the desk's frame: its head, who may see it, and what is said of the connection. */
export const deskFrame = {
  /** Of the document before anybody is let in: it tells nothing. */
  outside: site.organization.name,
  title: (view: string) => `${view} | Desk`,
  name: 'Desk',
  skip: 'Skip to content',
  navigation: 'Desk',
  views: {
    today: 'Today',
    find: 'Find',
    form: 'Form',
    export: 'Export',
    log: 'Log',
    people: 'People',
  },
  signOut: 'Sign out',
  signedInAs: (name: string, role: 'staff' | 'lead') => `Signed in as ${name}, ${role === 'lead' ? 'lead' : 'staff'}`,
  needsScript: 'This page needs JavaScript. Please switch it on and load the page again.',
}

/** What is shown in place of the desk. */
export const deskGate = {
  unreachable: {
    heading: 'The server does not answer',
    text: 'Nothing is lost. The page tries again by itself, or at once when you press the button.',
    retry: 'Try again',
    retrying: 'Trying...',
  },
  signIn: { heading: 'Sign in', text: 'With the address and the password of your account, then with the code of your authenticator app.', account: 'Create an account, or confirm its address' },
  closed: {
    idle: {
      heading: 'You are signed out',
      text: 'Nobody has used this page for a while, so it was closed. Sign in to go on where you were.',
    },
    'signed-out': { heading: 'You are signed out', text: 'Sign in to go on where you were.' },
  },
  factor: {
    heading: 'Protect your account first',
    text: 'What is behind this page belongs to clients. Everybody who works here proves at each sign-in with an authenticator app on a phone that it is really them.',
    go: 'Go on',
    goWithoutCodes: 'Go on without recovery codes',
    codes: 'Make recovery codes now and keep them on paper: they let you in when the phone is lost.',
    keepFirst: 'The codes above are shown only now: keep them, and say that you have kept them.',
    codesAgain: 'Do you have your recovery codes? They were shown once, and the page was left before you said that you have kept them. If not, make new ones now.',
  },
}

/** What is said of the connection, and of what was read before it was lost. */
export const deskConnection = {
  lost: 'Not connected: what you see may be out of date. The page keeps trying.',
  back: 'Connected again.',
  reading: 'Loading',
  notRead: 'This could not be read. Nothing was changed.',
  tryAgain: 'Try again',
  trying: 'Trying...',
  unanswered: 'No answer came, so it may or may not have been done. Press again: nothing is done twice.',
  repeat: 'Try it once more',
  notDone: 'It was not done: something went wrong. Please try again.',
  notALead: 'Only a lead may do this.',
  /** `who` has done it: a colleague, or `oneself`. */
  changed: (who: string, deed: string, at: string) => `${who} ${deed} before that, ${at}. Nothing was done here; this is how it is now.`,
  oneself: 'You',
  done: 'Done.',
  notDoneTitle: 'Not done.',
  changedAlone: 'It has changed meanwhile. Nothing was done here; this is how it is now.',
}
