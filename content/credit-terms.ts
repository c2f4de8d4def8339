import { creditFacts } from '../domain/credit-facts.ts'

/** Where the age of an account is found. */
export const openingDates = 'Your reports say when each account was opened.'

/** What the assessment and the calculator both explain in their tooltips. */
export const creditTerms = {
  latePayment: `Lenders report a payment as late once it is ${creditFacts.lateReportedDays} days past due. A bill that was a week late does not count.`,
  utilization: 'Add up your card balances, and divide by the sum of your card limits. Loans do not count here.',
  hardInquiry: `One follows each time you apply for credit, and it stays for ${creditFacts.hardInquiryYears} years. Checking your own credit is not one.`,
  accountAge: `${openingDates} Take the oldest card or loan, whether open or closed.`,
  countMarkOnce: 'Count a mark once, even if all three bureaus show it.',
}
