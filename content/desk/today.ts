import { formatUsd, longTime } from '../format.ts'

const several = (count: number, one: string, many: string) => `${count === 1 ? 'One' : count} ${count === 1 ? one : many}`

/** How long, as in "for …". */
export function lengthText(seconds: number): string {
  const units: [number, string][] = [[86_400, 'day'], [3600, 'hour'], [60, 'minute']]
  for (const [length, name] of units) {
    const count = Math.floor(seconds / length)
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}

/** Words of what needs a person today, and of how deliveries go. */
export const todayWords = {
  heading: 'Today',
  /** Of everything that waits for a person. */
  lead: (count: number) => (count === 0 ? 'Nothing waits for you.' : `${several(count, 'matter waits', 'matters wait')} for somebody, the longest first.`),
  rest: (count: number) => `And ${count} more, which come up as these are settled.`,
  noName: 'No name yet',
  /** Where a row was, once it is settled. */
  slip: (name: string, text: string) => `${name}: ${text}`,
  goneBy: (name: string, who: string, deed: string, when: string) => `${name}: ${who} ${deed}, ${when}. It does not wait any more.`,
  goOn: 'Go on',
  gone: (name: string) => `${name} does not wait any more.`,
  since: (length: string) => `For ${length}`,
  open: 'Open the form',
  /** What a screen reader says of a button in a row. */
  about: (button: string, name: string) => `${button}: ${name}`,
}

/** Deliveries that need a person, or wait for long. */
export const queueWords = {
  heading: 'Forms that need a decision',
  waiting: {
    heading: 'Waiting for long',
    text: 'They are sent by themselves. If they still stand here in an hour, look under DisputeFox on this page whether it answers.',
    noReason: 'It has not been its turn yet.',
  },
  attempts: (count: number) => (count === 0 ? 'Not sent yet' : count === 1 ? 'Sent once' : `Tried ${count} times`),
}

/** Clients who ask for deletion. */
export const deletionWords = {
  heading: 'Clients who ask for deletion',
  text: 'Look what has to be kept, decide, and write to the client: nothing is sent by itself.',
  account: (email: string) => `${email} asks to have everything deleted.`,
  accountGone: 'An account that is gone',
  forms: (count: number) => (count === 0 ? 'There is no form.' : 'Forms:'),
  form: (number: number) => `Form ${number}`,
  keep: {
    open: 'Keep the account',
    question: 'Nothing is deleted, and the client can ask again. Write to the client why.',
    confirm: 'Yes, keep the account',
    done: 'The account is kept: nothing was deleted. Write to the client.',
  },
  delete: {
    open: 'Delete everything',
    question: 'The account and all of its forms are deleted here, for good. What has arrived in DisputeFox stays there.',
    typed: { label: (word: string) => `Type "${word}" to go on`, word: 'delete' },
    confirm: 'Delete everything for good',
    done: 'Deleted here. Have the client deleted in DisputeFox too, and write to the client.',
  },
  leadOnly: 'Only a lead deletes.',
}

/** Payments that wait for a person. */
export const unclearWords = {
  heading: 'Unclear payments',
  line: (cents: number, currency: string, plan: string | null) =>
    `${currency === 'usd' ? formatUsd(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`}${plan ? ` for ${plan}` : ''}`,
  by: (email: string | null, reference: string) => `${email ? `By ${email}, reference` : 'Reference'} ${reference}`,
  candidates: 'Which form is it for?',
  none: 'No form has this address. Open the form that it is for by Find, and assign the payment there.',
  candidate: (name: string, plan: string | null, saved: string, isPaid: boolean) =>
    `${[name, plan, `sent ${saved}`].filter(Boolean).join(', ')}${isPaid ? ', paid already' : ''}`,
}

/** Who has paid and not sent the form. */
export const payerWords = {
  heading: 'Paid, and no form yet',
  text: 'They were reminded by e-mail. A call helps most.',
  line: (plan: string | null, paid: string) => `${plan ? `${plan}, paid` : 'Paid'} on ${paid}`,
}

const perDay = { accepted: 'Arrived', pretended: 'At the stand-in', waiting: 'Waiting', in_review: 'Needs a decision' }

/** How deliveries went. */
export const chartWords = {
  heading: 'The last 30 days',
  text: 'Forms by the day on which they were sent to us, and what has become of them.',
  series: perDay,
  /** Says the whole picture in a sentence. */
  summary: (accepted: number, waiting: number, inReview: number, pretended: number) =>
    `In 30 days ${accepted} arrived, ${waiting} ${waiting === 1 ? 'is' : 'are'} waiting, and ${inReview} ${inReview === 1 ? 'needs' : 'need'} a decision.${pretended > 0 ? ` ${pretended} went to the stand-in of a trial, not to DisputeFox.` : ''}`,
  none: 'Nobody has sent a form in the last 30 days.',
  most: (count: number) => `${count} a day`,
  table: 'As a table',
  day: 'Day',
  today: 'Today',
}

/** Whether and how forms are sent to DisputeFox. */
export const sendingWords = {
  heading: 'DisputeFox',
  never: 'Nothing was sent yet.',
  reachable: (when: string) => `It answers: the last form arrived ${when}.`,
  failing: (count: number, when: string) =>
    `It does not take forms: the last ${count === 1 ? 'attempt has' : `${count} attempts have`} failed, at last ${when}. They are repeated by themselves.`,
  pretended: (when: string) => `This is a trial: forms go to a stand-in, and nothing reaches DisputeFox. The last one went there ${when}.`,
  paused: (when: string) => `It does not answer. The next form is tried ${when}, and sending goes on by itself.`,
  waiting: (count: number, length: string) =>
    count === 0 ? 'No form waits.' : `${several(count, 'form waits', 'forms wait')}, the first one for ${length}.`,
  sending: (count: number) => `${several(count, 'form is', 'forms are')} being sent at this moment.`,
  held: {
    'by-hand': (when: string) => `All sending is paused: somebody of the staff paused it ${when}.`,
    restored: (when: string) => `All sending is paused since a backup was restored ${when}.`,
    moved: (when: string) => `All sending is paused since this installation was moved here ${when}.`,
    left: (when: string) => `All sending is paused since this installation was left for another one ${when}, which sends the forms.`,
  },
  hold: {
    open: 'Pause all sending',
    question: 'Nothing is sent from now on, whoever it is from. Forms are saved and wait, until somebody resumes sending.',
    confirm: 'Yes, pause all sending',
    done: 'All sending is paused.',
  },
  release: {
    open: 'Resume sending',
    question: 'What waits is sent, one after another.',
    confirm: 'Yes, resume sending',
  },
  releaseToPerson: {
    open: 'Resume, and look at what waited first',
    question: 'What waited in the backup may have been sent after it was made. It then needs a decision and stands above; everything later is sent.',
    confirm: 'Yes, resume, and look first',
  },
  releaseRestored: {
    open: 'Resume, and send everything',
    question: 'What waited in the backup may have been sent after it was made, and those clients would then be there twice.',
    confirm: 'Yes, send everything, even if some are there twice',
  },
  released: (review: number, waiting: number) => {
    const rest = waiting === 0 ? 'Resumed: nothing waits.' : `Resumed: ${several(waiting, 'form is', 'forms are')} sent, one after another.`
    return review === 0 ? rest : `${rest} ${several(review, 'form needs', 'forms need')} a decision.`
  },
}

/** `today at 9:05 AM`, or with its date. */
export function momentText(date: Date, now: Date): string {
  const isToday = date.toDateString() === now.toDateString()
  return isToday ? `today at ${date.toLocaleTimeString('en-US', { timeStyle: 'short' })}` : `on ${longTime(date)}`
}
