import { bearerToken } from '../../domain/bearer-token.ts'
import { createHandler, type HandlerDependencies } from '../../supabase/functions/submit-to-disputefox/handler.ts'
import { userOf } from '../../supabase/functions/submit-to-disputefox/verify-token.ts'
import { type DisputeSystem, openDisputeSystem } from './dispute-system.ts'
import { addUser, type TestUser } from './enrollments.ts'
import { openOutbox, type TestOutbox } from './outbox.ts'
import { sampleEnrollment, sampleSubmission } from './sample-enrollment.ts'

export type TokenInit = RequestInit & { token?: string }

export interface OpenedFunction {
  system: DisputeSystem
  /** The log, one array per entry. */
  logged: unknown[]
  /** Work that continues after a response. */
  underWay: Promise<unknown>[]
  handle: (request: Request) => Promise<Response>
  /** Submits the sample enrollment as its owner, unless the request says otherwise. */
  submit: (init?: TokenInit) => Promise<Response>
}

export interface FunctionFixture {
  outbox: TestOutbox
  /** Who owns the sample enrollment. */
  owner: TestUser
  /** The function with the sample enrollment and nothing else saved, delivering to a stand-in of its own. */
  open(changes?: (system: DisputeSystem) => Partial<HandlerDependencies>): Promise<OpenedFunction>
  close(): Promise<void>
}

export const functionUrl = 'http://gateway.test/functions/v1/submit-to-disputefox'

function post({ token = 'owner-token', ...init }: TokenInit = {}): Request {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return new Request(functionUrl, { method: 'POST', body: JSON.stringify(sampleSubmission), headers, ...init })
}

/** The function on the real outbox, delivering to the real stand-in. */
export async function openFunctionFixture(): Promise<FunctionFixture> {
  const outbox = await openOutbox()
  const owner = await addUser(outbox.database, 'owner@example.org')
  const other = await addUser(outbox.database, 'other@example.org')

  async function identify(request: Request) {
    const token = bearerToken(request.headers.get('authorization'))
    if (token === 'service-key') return 'service'
    return token === 'owner-token' ? userOf(owner.claims) : token === 'other-token' ? userOf(other.claims) : undefined
  }

  return {
    outbox,
    owner,
    async open(changes = () => ({})) {
      await outbox.clear()
      await outbox.save({ id: sampleEnrollment.id, user_id: owner.id })
      const system = openDisputeSystem()
      const logged: unknown[] = []
      const underWay: Promise<unknown>[] = []
      const handle = createHandler({
        ...outbox.dependencies({ fetch: system.fetch, random: Math.random, log: (...entry) => void logged.push(entry) }),
        identify,
        settings: system.settings,
        withinLimits: (_, respond) => respond(),
        runUpkeep: async () => undefined,
        waitUntil: (promise) => void underWay.push(promise),
        ...changes(system),
      })
      return { system, logged, underWay, handle, submit: (init) => handle(post(init)) }
    },
    close: () => outbox.close(),
  }
}

export const answerOf = async (response: Response): Promise<[number, unknown]> => [
  response.status,
  await response.json(),
]
