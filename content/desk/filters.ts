import type { FormState } from '../../domain/delivery-states.ts'

/** Which forms are shown or exported. */
export const filterWords = {
  legend: 'How it stands',
  states: {
    needs_review: 'Needs a decision',
    rejected: 'Refused by DisputeFox',
    queued: 'Waits',
    sending: 'Being sent',
    delivered: 'Arrived',
    cancelled: 'Stopped',
    incomplete: 'Not filled in',
  } satisfies Record<FormState, string>,
  plan: 'Plan',
  allPlans: 'All plans',
  since: 'Saved from',
  until: 'Saved until',
  backwards: 'This is before the first day',
  clear: 'Clear the filters',
}
