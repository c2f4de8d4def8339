import type { TestMailServer } from '../helpers/mail-server.ts'

/** A running sign-in service, as far as the suite may know it: what any service with this contract has. */
export interface AuthService {
  /** Where its endpoints are, without a slash at the end. */
  base: string
  /** Where links lead unless a request names a page. Ends with a slash. */
  siteUrl: string
  /** Its database, with all rights. */
  databaseUrl: string
  /** A token with the role `service_role`. */
  serviceKey: string
  /** Receives its e-mails. */
  mail: TestMailServer
  stop(): Promise<void>
}

/**
 * How a service is set up: `proving` sends e-mails and opens no session before an address is confirmed, `trusting` sends
 * none and opens one at once.
 */
export type Manner = 'proving' | 'trusting'

/** Both services of one make. */
export type Services = Record<Manner, AuthService>
