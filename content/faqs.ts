import { serviceFacts } from '../domain/service-facts.ts'
import { capitalized } from './format.ts'
import { guarantee } from './plans.ts'

export interface Question {
  question: string
  answer: string
  /** A page that says more. */
  more?: { label: string; page: 'refundPolicy' | 'privacy' }
}

const { disputeCycleDays, bureauInvestigationDays, negativeItemYears, chapter7Years, guaranteeDays, replyHours } = serviceFacts

export const faqs = {
  heading: 'Questions people ask first',
  lead: { before: 'Something else on your mind?', link: 'Write to us', after: `; we answer within ${replyHours} hours.` },
  questions: [
    {
      question: 'What do you actually do?',
      answer: 'We read your three credit reports with you, list what looks inaccurate, outdated or unverifiable, and prepare disputes for those items. Between rounds we explain what the bureaus answered and how to rebuild.',
    },
    {
      question: 'How long does it take?',
      answer: `Disputes run in cycles of ${disputeCycleDays} days. A bureau must investigate within ${bureauInvestigationDays} days of receiving a dispute; the rest is mail and review. Most files need more than one cycle.`,
    },
    {
      question: 'Is it really one payment?',
      answer: 'Yes. Each plan has one price and is paid once. There is no subscription and nothing renews. Third-party services, such as credit monitoring, are billed by their own providers.',
    },
    {
      question: 'Can you remove accurate negative information?',
      answer: `No. Nobody can lawfully do that. Accurate negative items typically leave a report after ${negativeItemYears} years, a Chapter 7 bankruptcy after ${chapter7Years}. We dispute errors only.`,
    },
    {
      question: `What is the ${guaranteeDays}-day guarantee?`,
      answer: `${capitalized(guarantee)}. The conditions, including fees and work already completed, are written out in the refund policy.`,
      more: { label: 'Read the refund policy', page: 'refundPolicy' },
    },
    {
      question: 'Will my score go up?',
      answer: 'We cannot promise a figure, and you should be wary of anyone who does. Removing errors often helps; balances and payment habits matter just as much.',
    },
    {
      question: 'Could I do this myself?',
      answer: 'Yes. You have the right to dispute errors with the bureaus free of charge. People come to us for the reading, the letters and the follow-up.',
    },
    {
      question: 'Is my information safe?',
      answer: 'Your details travel over an encrypted connection, and we ask for the last four digits of your Social Security number only. The privacy policy says who sees what.',
      more: { label: 'Read the privacy policy', page: 'privacy' },
    },
    {
      question: 'Do I have to share your faith?',
      answer: 'No. We are a ministry and our faith is why we do this work. Everyone is served in the same way.',
    },
  ] as Question[],
}
