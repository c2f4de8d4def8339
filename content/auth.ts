import { credentialLimits } from '../domain/credentials.ts'
import { emailFacts } from '../domain/email-facts.ts'
import { goodPasswordLength, type PasswordAdvice } from '../domain/password-advice.ts'
import { problemIn } from '../domain/problems.ts'
import { needsScript } from './controls.ts'
import { capitalized, inWords } from './format.ts'
import { problemWords } from './problems.ts'

const sixDigit = `${inWords(emailFacts.codeDigits)}-digit`
const askAgain = 'Please ask for a new one.'
const thanks = 'Thank you for your payment.'
const addressConfirmed = 'Your email address is confirmed.'

/** The words of /auth. */
export const authPage = {
  title: 'Sign in',
  description: 'Sign in or create an account to complete your onboarding.',
  heading: 'Welcome',
  tabsLabel: 'Account',
  signIn: { tab: 'Sign In', submit: 'Sign In', busy: 'Signing in...' },
  signUp: { tab: 'Sign Up', submit: 'Create Account', busy: 'Creating account...' },
  email: 'Email',
  password: 'Password',
  newPasswordPlaceholder: `At least ${credentialLimits.password.min} characters`,
  show: 'Show',
  hide: 'Hide',
  ofPassword: 'password',
  forgot: 'Forgot password?',
  back: 'Back to sign in',
  aside: {
    heading: 'This account is for your onboarding',
    text: 'Sign in here to give us your details. Case updates and reports are in the separate',
    portal: 'client portal',
  },
  onboardingKept: 'Sign in to go on with your onboarding form. What you typed there is kept in this tab.',
  paid: {
    new: `${thanks} Choose a password to create your account, and keep the address that you paid with.`,
    known: `${thanks} Sign in with the address that you paid with.`,
  },
  needsScript: needsScript.reason('Signing in'),
}

/** The steps that the card takes when a password is not enough, or is gone. */
export const authSteps = {
  unconfirmed: {
    text: 'Your email address is not confirmed yet. Follow the link in the email that we sent you, or ask for a new one.',
    submit: 'Resend confirmation',
    busy: 'Sending...',
  },
  forgot: {
    heading: 'Forgot your password?',
    text: 'Type the email address of your account. We send you a link and a code, and you choose a new password.',
    submit: 'Send email',
    busy: 'Sending...',
  },
  checkEmail: {
    heading: 'Check your email',
    recovery: 'If there is an account for this address, an email is on its way to it:',
    confirmation: 'If this address still has to be confirmed, an email is on its way to it:',
    text: `Follow the link in it, or type its ${sixDigit} code here. It can take a few minutes; look in the spam folder too.`,
    code: `${capitalized(sixDigit)} code`,
    submit: 'Continue',
    busy: 'Checking...',
    again: 'Send another email',
    sentAgain: 'Asked for another email. Only the newest one counts.',
  },
  newPassword: {
    heading: 'Choose a new password',
    text: `${addressConfirmed} From now on you sign in with this password and the address`,
    label: 'New password',
    submit: 'Save password',
    busy: 'Saving...',
    leave: 'Cancel and sign out',
  },
  factor: {
    heading: 'One more step',
    text: `Open your authenticator app and type the ${sixDigit} code that it shows for this account.`,
    code: `${capitalized(sixDigit)} code`,
    submit: 'Continue',
    busy: 'Checking...',
    recoveryCode: 'Use a recovery code instead',
    leave: 'Sign out',
  },
  recoveryCode: {
    heading: 'Use a recovery code',
    text: 'Type one of the codes that you kept when you set up your authenticator app. Each one works once.',
    code: 'Recovery code',
    submit: 'Continue',
    busy: 'Checking...',
    back: 'Use the app instead',
  },
  otherFactor: {
    heading: 'One more step',
    text: 'This account is protected by something other than an authenticator app, which this page cannot ask for. We can help you in.',
    contact: 'Contact us',
  },
  elsewhere: {
    heading: `${addressConfirmed} Please sign in.`,
    text: `Did you ask for a new password? Then choose "Forgot password?" and type the ${sixDigit} code of the new email here, instead of following its link.`,
  },
  unreachable: {
    text: 'We cannot reach the server to check whether you are signed in. We keep trying.',
  },
}

/** What is said of a new password as it is typed (R-PASSWORD-ADVICE). */
export const passwordWords: Record<PasswordAdvice | 'good', string> = {
  'too-short': `${authPage.newPasswordPlaceholder}, please.`,
  common: 'Easy to guess. A few words that only you would put together are better.',
  'like-email': 'Better without your email address in it.',
  longer: `It will do. With ${inWords(goodPasswordLength)} characters or more it is hard to guess.`,
  good: 'That is a good password.',
}

/** What is said of an address or a password that cannot be taken. */
export const credentialProblem = (field: 'email' | 'password', issue: { message: string }): string =>
  problemWords[problemIn(issue)]({ name: authPage[field], ...credentialLimits[field] })

/** The answers to signing up and in (R-SIGN-UP, R-SIGN-IN), and what else the card may say. */
export const authMessages = {
  signedUp: 'Account created successfully! You can now sign in.',
  signedIn: 'Signed in successfully!',
  alreadyRegistered: 'This email is already registered. Please sign in instead.',
  wrongCredentials: 'Invalid email or password',
  signUpFailed: 'An error occurred during sign up',
  signInFailed: 'An error occurred during sign in',
  byRecoveryCode: 'You are signed in. That recovery code is used up.',
  confirmed: `${addressConfirmed} You are signed in.`,
  passwordChanged: 'Your new password is saved. You are signed in.',
  addressChanged: 'Your address is changed.',
  signedOut: 'You are signed out.',
  brokenCode: `The code has ${inWords(emailFacts.codeDigits)} digits`,
  brokenLink: `This link did not work. ${askAgain}`,
}

/** What is said of a link from an e-mail that the sign-in service refuses, by the code of its refusal. */
export const linkProblems: Record<string, string> = {
  otp_expired: `Email link is invalid or has expired. ${askAgain}`,
  user_banned: 'This account is blocked at the moment. Please contact us.',
  email_exists: 'This email address belongs to another account.',
}
