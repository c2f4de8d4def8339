import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { limitBody, readForm } from '../forms.ts'
import { renderPage, sendPage } from '../page.ts'
import { BehaviourPlan, behaviourSchema } from './behaviour-plan.ts'
import { behaviours, type StandInEnv, unknownForm } from './behaviours.ts'
import { renderOverview } from './overview.ts'
import { ReceivedForms } from './received-forms.ts'
import { webForm } from './web-form.ts'

/**
 * Answers like DisputeFox's web form, or as chosen, and shows what it received with personal details masked.
 */
export function createDisputefox({ now, slowMs }: { now: () => Date; slowMs: number }): Hono<StandInEnv> {
  const received = new ReceivedForms()
  const plan = new BehaviourPlan()
  const app = new Hono<StandInEnv>()
  app.use(limitBody)

  app.get('/', (context) => sendPage(context, renderPage('DisputeFox', renderOverview(received, plan.current))))

  // The misspelling is the vendor's.
  app.post('/CustumFieldController', async (context) => {
    const fields = { ...context.req.query(), ...(await readForm(context)) }
    if (!isKnownForm(fields)) {
      received.add(fields, 'unknown-form', now())
      return context.text(unknownForm)
    }
    const behaviour = plan.next()
    received.add(fields, behaviour, now())
    return behaviours[behaviour].answer(context, { redirectUrl: fields.redirect_url ?? '', slowMs })
  })

  app.get('/received', (context) => context.json({ count: received.count, received: received.forms }))
  app.delete('/received', (context) => {
    received.clear()
    return context.body(null, 204)
  })

  app.post('/behaviour', async (context) => {
    const isJson = context.req.header('content-type')?.startsWith('application/json')
    const chosen = v.safeParse(behaviourSchema, isJson ? await readJson(context) : fromForm(await readForm(context)))
    if (!chosen.success) return context.json({ message: 'There is no such behaviour, or times is not 1 to 1000' }, 400)
    plan.choose(chosen.output)
    return isJson ? context.json(chosen.output) : context.redirect('/disputefox', 303)
  })
  return app
}

function isKnownForm(fields: Record<string, string>): boolean {
  return (
    fields.method === 'addWebFormData' &&
    fields.tab_info_id === webForm.tabInfoId &&
    fields.company_id === webForm.companyId
  )
}

const readJson = (context: Context): Promise<unknown> => context.req.json<unknown>().catch(() => undefined)

/** An empty number field means no limit. */
const fromForm = ({ behaviour, times }: Record<string, string>) =>
  times ? { behaviour, times: Number(times) } : { behaviour }
