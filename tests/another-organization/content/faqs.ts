import { serviceFacts } from '../domain/service-facts.ts'

export interface Question {
  question: string
  answer: string
  /** A page that says more. */
  more?: { label: string; page: 'refundPolicy' | 'privacy' }
}

export const faqs = {
  heading: 'Before you come in',
  lead: { before: 'Not answered here?', link: 'Ask at the front desk', after: `; somebody answers within ${serviceFacts.replyHours} hours.` },
  questions: [
    { question: 'May I bring my sister?', answer: 'Please do. Four eyes read better than two.' },
    {
      question: 'And if nothing changes on my report?',
      answer: 'Then the fee comes back, less what the refund policy names.',
      more: { label: 'What the policy names', page: 'refundPolicy' },
    },
    { question: 'Which papers do I need?', answer: 'Your three reports, a photo ID, and every letter that you have not dared to open.' },
    {
      question: 'Who else reads my file?',
      answer: 'The volunteer who sits with you, and one more who reads the letters.',
      more: { label: 'What we keep, and from whom', page: 'privacy' },
    },
  ] as Question[],
}
