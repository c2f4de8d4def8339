import { capitalized } from '../format.ts'
import { sensitiveDetails } from '../deliveries.ts'

/** Words of the export. */
export const exportWords = {
  heading: 'Export',
  lead: 'A file with forms, for spreadsheets and other programs (CSV). It is recorded who made one, what for, which forms and how many.',
  which: 'Which forms',
  all: 'Without filters it has all of them.',
  how: 'The file',
  bom: 'For Excel: letters such as é read right there. Other programs may not want it.',
  personal: `With ${sensitiveDetails}`,
  personalText: `The file will hold ${sensitiveDetails} of each client. This is recorded. Keep the file where only you can read it, and delete it when you no longer need it.`,
  reason: {
    label: 'What is it for?',
    hint: 'Such as "Letter to all clients of March". Please no details of a client here.',
    missing: 'Please say what it is for',
  },
  confirmLabel: (word: string) => `Type "${word}" to go on`,
  confirmWord: 'export',
  submit: 'Make the file',
  busy: 'Working...',
  stop: 'Stop',
  goOn: 'Go on',
  interrupted: 'The connection was interrupted. What has been read stays here: go on when it is back.',
  progressLabel: 'How far it is',
  progress: (done: number, all: number) => `${done} of ${all}`,
  stopped: 'Stopped. No file was made.',
  ready: (count: number, file: string) => `${count === 1 ? 'One form is' : `${count} forms are`} in ${file}, among your downloads. Delete the file when you no longer need it.`,
  unreadable: (count: number) => `${capitalized(sensitiveDetails)} of ${count} are not in it: their key is missing on the server. Tell whoever runs it.`,
  none: 'No form is like that. No file was made, and nothing is recorded.',
  file: (day: string) => `forms-${day}.csv`,
}

/** Words of forgetting old details. */
export const purgeWords = {
  heading: 'Forget old details',
  lead: `${capitalized(sensitiveDetails)} of what arrived or was stopped are forgotten by themselves after a while. Here you can do it sooner.`,
  label: 'Older than so many days',
  problem: (most: number) => `It is a number of days from 0 to ${most}`,
  count: 'Count them',
  counting: 'Counting...',
  due: (count: number) => (count === 0 ? 'There are none.' : `Of ${count === 1 ? 'one form' : `${count} forms`}.`),
  open: 'Forget them',
  question: 'They cannot be brought back. What was already sent stays in DisputeFox.',
  confirm: 'Forget them for good',
  done: (count: number) => (count === 1 ? 'Those of one form are forgotten.' : `Those of ${count} forms are forgotten.`),
}
