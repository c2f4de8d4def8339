import type { Credentials } from '../../domain/credentials.ts'
import type { LinkToken } from '../../domain/email-link.ts'
import {
  askForPassword, choosePassword, type EmailCodePurpose, followLink, pressLink, resendConfirmation, verifyEmailCode,
  verifyFactor, verifyRecoveryCode,
} from './account-help.ts'
import { backend } from './backend.ts'
import type { LinkCode } from './links/landing.ts'
import { placeAfter } from './links/place-after.ts'
import { signIn, signUp } from './sign-in.ts'

/** What /auth and /confirm ask of the backend; apart from the rest, so that no other page need load it. */
export function signInBackend() {
  const { auth, recovery, siteRoot, connection } = backend()
  return {
    signUp: (credentials: Credentials) => signUp(auth, credentials, siteRoot),
    signIn: (credentials: Credentials) => signIn(auth, recovery, credentials),
    askForPassword: (email: string) => askForPassword(auth, email, siteRoot),
    resendConfirmation: (email: string) => resendConfirmation(auth, email, siteRoot),
    verifyEmailCode: (proof: { email: string; code: string; purpose: EmailCodePurpose }) => verifyEmailCode(auth, recovery, proof),
    followLink: (link: LinkCode) => followLink(auth, recovery, link),
    pressLink: (link: LinkToken) => pressLink(auth, recovery, link),
    placeAfter: (link: LinkToken) => placeAfter(connection.url, siteRoot, link),
    choosePassword: (password: string) => choosePassword(auth, password),
    verifyFactor: (apps: string[], code: string) => verifyFactor(auth, apps, code),
    verifyRecoveryCode: (code: string) => verifyRecoveryCode(auth, code),
  }
}
