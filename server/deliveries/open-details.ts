import type { Hono } from 'hono'
import { createDetailsOpener, type FindPrivateKey } from '../../deliveries/personal-details.ts'
import { createOpenDetailsHandler } from '../../supabase/functions/open-details/handler.ts'
import type { Log } from '../runtime/log.ts'

export interface OpenDetailsParts {
  rest: Hono
  findKey: FindPrivateKey
  log: Log
}

/** The function `open-details` on this machine, on the gateway's own REST interface with its limits. */
export function openDetailsBy({ rest, findKey, log }: OpenDetailsParts): (request: Request, address: string | undefined) => Promise<Response> {
  const openDetails = createDetailsOpener(findKey)
  return (request, address) =>
    createOpenDetailsHandler({
      openDetails,
      log,
      async callAs({ headers: given }, name, parameters) {
        const headers = new Headers({ 'content-type': 'application/json' })
        const token = given.get('authorization')
        if (token !== null) headers.set('authorization', token)
        return rest.request(`/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(parameters) }, { address })
      },
    })(request)
}
