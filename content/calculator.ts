import { scoreRange } from '../domain/credit-facts.ts'
import { type Answer, type Band, maxOptionScore, type Question, questionIds, totalWeight } from '../domain/credit-score.ts'
import { tipBelowScore } from '../domain/score/score-tips.ts'
import { needsScript } from './controls.ts'
import { creditTerms } from './credit-terms.ts'
import { capitalized, inWords } from './format.ts'

const questionCount = `${inWords(questionIds.length)} questions`

const title = 'Credit score calculator'

/** The words of /credit-score-calculator. */
export const calculatorPage = {
  title,
  description: `Estimate your credit score with ${questionCount}: your range, what raises and lowers it, and what to work on first. Free, without an account, nothing stored.`,
  heading: 'Estimate your credit score',
  lead: `${capitalized(questionCount)}, no account, nothing stored. The result is an educational estimate, not a FICO score.`,
}

export const calculatorForm = {
  heading: capitalized(questionCount),
  note: 'Choose Not sure where you do not know. Nothing is sent anywhere.',
  progress: (answered: number, questions: number) => `${answered} of ${questions} answered`,
  /** Once an answer has changed, the result is out of sight. */
  outdated: 'Calculate again to see the new estimate.',
  submit: 'Calculate My Score',
  reset: 'Reset',
  needsScript: needsScript.reason('The calculator'),
}

interface QuestionWords {
  /** In the result's table. */
  factor: string
  question: string
  /** In the tooltip. */
  help: string
}

export const questionWords: Record<Question, QuestionWords> = {
  paymentHistory: {
    factor: 'Payment history',
    question: 'How many late payments are on your reports?',
    help: creditTerms.latePayment,
  },
  utilization: {
    factor: 'Utilization',
    question: 'How much of your card limits do you use?',
    help: creditTerms.utilization,
  },
  accountAge: {
    factor: 'Account age',
    question: 'How old is your oldest account?',
    help: creditTerms.accountAge,
  },
  derogatory: {
    factor: 'Derogatory marks',
    question: 'How many derogatory marks do you have?',
    help: `Collections, charge-offs, repossessions, foreclosures and bankruptcies. ${creditTerms.countMarkOnce}`,
  },
  inquiries: {
    factor: 'Hard inquiries',
    question: 'How many hard inquiries are on your reports?',
    help: creditTerms.hardInquiry,
  },
  accountMix: {
    factor: 'Account mix',
    question: 'Which kinds of account do you have?',
    help: 'Cards are revolving credit: you borrow and repay as you like. Installment loans, such as a car loan, have a fixed payment. A thin file has very few of either.',
  },
}

type WordedAnswer = Exclude<Answer, `${number}${string}`>

const answerWords: Record<WordedAnswer, string> = {
  None: 'None',
  'Under a year': 'Under a year',
  'Cards and loans': 'Cards and loans',
  'Cards only': 'Cards only',
  'Loans only': 'Loans only',
  'Hardly any (thin file)': 'Hardly any (thin file)',
  'Not sure': 'Not sure',
}

/** What an option says: figures, such as `1-2`, as they stand. */
export function answerLabel(answer: Answer): string {
  return isWorded(answer) ? answerWords[answer] : answer
}

function isWorded(answer: Answer): answer is WordedAnswer {
  return Object.hasOwn(answerWords, answer)
}

export const bandNames: Record<Band, string> = {
  excellent: 'Excellent',
  veryGood: 'Very Good',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
}

const points = (count: number) => `${count} ${count === 1 ? 'point' : 'points'}`

export const calculatorResult = {
  region: 'Your estimated score',
  estimate: 'This is an educational estimate, not a FICO score, and not a score that a lender will use.',
  gauge: (score: number, band: Band) => `Estimated score ${score} on a scale from ${scoreRange.from} to ${scoreRange.to}: ${bandNames[band]}`,
  bands: 'The bands',
  yourAnswers: 'Your answers',
  factors: {
    caption: 'What moved your estimate',
    factor: 'Factor',
    answer: 'Your answer',
    weight: 'Weight',
    score: `Of ${maxOptionScore}`,
    gained: 'Points gained',
    lost: 'Points lost',
    total: 'Together',
    start: `The scale starts at ${scoreRange.from}; the points gained come on top.`,
    note: `Points lost are against the best answer to each question. The weights are our own and add up to ${totalWeight}; FICO weighs its parts differently.`,
    weak: `Gold bars are below ${tipBelowScore}: work on these first.`,
  },
  whatIf: {
    heading: 'What if?',
    lead: 'Change one answer and see what it would do to the estimate.',
    question: 'Question',
    answer: 'Your answer would be',
    own: 'This is your own answer. Choose another one.',
    outcome: (score: number, band: Band) => `Then the estimate would be ${score}: ${bandNames[band]}`,
    change: (change: number) => {
      if (change === 0) return 'No change'
      return change > 0 ? `${points(change)} more` : `${points(-change)} less`
    },
  },
  print: 'Print',
  share: 'Share',
  /** Where neither sharing nor copying is allowed. */
  copyAddress: 'Copy this address to share the page',
  assessment: 'Find the plan that fits',
  /** Shown as long as there is such an article. */
  article: { id: 'understanding-credit-score', label: 'How credit scores work' },
}

/** On the printed sheet only. */
export const calculatorPrint = {
  date: (date: string) => `Estimated on ${date}`,
  contact: 'Questions? Write or call:',
}

/** The result stays out of what is shared. */
export const calculatorShare = {
  title,
  text: `${capitalized(questionCount)} and an educational estimate of your credit score. No account needed.`,
}

/** Where the browser cannot share, the page's address is copied instead. */
export const linkCopied = { title: 'Link copied', message: 'Your score is not part of it.' }
