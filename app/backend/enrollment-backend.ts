import type { ShownText } from '../../domain/consents.ts'
import type { ClientData, EnrollmentRow } from '../../domain/enrollment.ts'
import type { AccountReading } from './accounts.ts'
import { backend } from './backend.ts'
import { type Delivery, requestDelivery, type Saved, saveEnrollment, type Target } from './enrollments.ts'

/** What onboarding asks of the backend; apart from the rest, so that /auth need not load it. */
export interface EnrollmentBackend {
  readAccount(): Promise<AccountReading>
  saveEnrollment(row: EnrollmentRow, target: Target, agreedTo: ShownText[]): Promise<Saved>
  requestDelivery(enrollmentId: string, clientData: ClientData): Promise<Delivery>
}

export function enrollmentBackend(): EnrollmentBackend {
  const site = backend()
  return {
    readAccount: () => site.readAccount(),
    saveEnrollment: (row, target, agreedTo) => saveEnrollment(site.connection, row, target, agreedTo),
    requestDelivery: (enrollmentId, clientData) => requestDelivery(site.connection, enrollmentId, clientData),
  }
}
