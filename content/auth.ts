import { credentialLimits } from '../domain/credentials.ts'

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
  newPasswordPlaceholder: `At least ${credentialLimits.passwordMin} characters`,
  aside: {
    heading: 'This account is for your onboarding',
    text: 'Sign in here to give us your details. Case updates and reports are in the separate',
    portal: 'client portal',
  },
  needsScript: 'Signing in needs JavaScript. Please switch it on and load the page again.',
}

/** What signing up and signing in may answer (§8). */
export const authMessages = {
  signedUp: 'Account created successfully! You can now sign in.',
  signedIn: 'Signed in successfully!',
  alreadyRegistered: 'This email is already registered. Please sign in instead.',
  wrongCredentials: 'Invalid email or password',
  signUpFailed: 'An error occurred during sign up',
  signInFailed: 'An error occurred during sign in',
}
