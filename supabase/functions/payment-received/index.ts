import { openProjectRest } from '../../../deliveries/project-rest.ts'
import { createPaymentStore } from '../../../payments/payment-store.ts'
import { site } from '../../../site.config.ts'
import { log, readVariable, waitUntil } from '../_shared/edge-runtime.ts'
import { createPayerMail } from '../_shared/payer-mail.ts'
import { parseEnvironment } from './environment.ts'
import { createPaymentHandler } from './handler.ts'

// The entry of the Supabase Edge Function: connects the handler to Deno and to the project's own interfaces.
const parsed = parseEnvironment(readVariable)
if ('fault' in parsed) throw new Error(`The environment of payment-received: ${parsed.fault.join('; ')}`)
const { project, payments } = parsed.ok
const sendEmails = createPayerMail(readVariable, project, log)

Deno.serve(
  createPaymentHandler({
    store: createPaymentStore(openProjectRest(project, fetch).call),
    settings: payments,
    catalogue: site,
    log,
    // Supabase limits requests itself.
    withinLimits: (_, respond) => respond(),
    recorded: () => waitUntil(sendEmails()),
  }),
)
