import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { toClientData, toEnrollmentRow } from '../domain/enrollment.ts'
import { formHeaders, validValues } from '../tests/helpers/enrollments.ts'

/** Somebody who signs up and sends the form once. */
export interface Client {
  origin: string
  /** The visitor's address, as a trusted proxy would forward it. */
  address: string
  /** Fills in the form. */
  fill: () => Promise<void>
}

/** A request was not answered as a client needs it. */
export class ClientFault extends Error {
  override name = 'ClientFault'
}

const planName = 'Standard Repair'

const session = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) })

/** Signs up, fills in the form, saves it and asks for its delivery. Returns how long saving took, in milliseconds. */
export async function onboard({ origin, address, fill }: Client): Promise<number> {
  const headers: Record<string, string> = { 'x-forwarded-for': address, 'content-type': 'application/json', ...formHeaders }
  const ask = async (what: string, path: string, body: object, accepted: number[]) => {
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!accepted.includes(response.status)) throw new ClientFault(`${what}: ${response.status}`)
    return text
  }

  const credentials = { email: `${randomUUID()}@example.com`, password: 'a good password' }
  const signedUp = await ask('sign-up', '/auth/v1/signup', credentials, [200])
  const { access_token: token, user } = v.parse(session, JSON.parse(signedUp))
  headers.authorization = `Bearer ${token}`
  await fill()
  const id = randomUUID()
  const startMs = performance.now()
  await ask('saving', '/rest/v1/enrollments', { id, ...toEnrollmentRow(validValues, planName, user.id) }, [201])
  const takenMs = performance.now() - startMs
  // 503: the delivery goes on after the answer.
  const clientData = toClientData(validValues, planName)
  await ask('delivery', '/functions/v1/submit-to-disputefox', { enrollmentId: id, clientData }, [200, 503])
  return takenMs
}
