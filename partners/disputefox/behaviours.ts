import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

/** The Node request and response are there when a real server runs the app. */
export interface StandInEnv {
  Bindings: Partial<HttpBindings>
}

type StandInContext = Context<StandInEnv>

interface Situation {
  /** The address to echo; empty if none was posted. */
  redirectUrl: string
  slowMs: number
}

interface Behaviour {
  label: string
  answer(context: StandInContext, situation: Situation): Response | Promise<Response>
}

// An upper limit, for callers that never hang up.
const hangMs = 60_000

/** The possible answers of the stand-in. The first one is how the real system accepts a client. */
const table = {
  accept: { label: 'Accept the client', answer: (context, { redirectUrl }) => context.text(redirectUrl) },
  'error-message': { label: 'Reject: unknown form', answer: (context) => context.text(unknownForm) },
  'disabled-account': {
    label: 'Reject: disabled account',
    answer: (context) => context.text('Account is in-activated'),
  },
  empty: { label: 'Answer with nothing', answer: (context) => context.body('') },
  'unknown-body': { label: 'Answer with something unknown', answer: (context) => context.text('OK') },
  html: {
    label: 'Answer with a page',
    answer: (context) => context.html('<!doctype html><title>Maintenance</title>'),
  },
  'malformed-json': { label: 'Answer with broken JSON', answer: (context) => context.text('{"ErrorMessage":') },
  'http-400': { label: 'HTTP 400', answer: (context) => context.text('Bad request', 400) },
  'http-429': {
    label: 'HTTP 429',
    answer: (context) => context.text('Too many requests', 429, { 'retry-after': '60' }),
  },
  'http-500': { label: 'HTTP 500', answer: (context) => context.text('Internal error', 500) },
  'http-503': { label: 'HTTP 503', answer: (context) => context.text('Unavailable', 503) },
  redirect: {
    label: 'Redirect to another host',
    answer: (context) => context.redirect('http://elsewhere.invalid/', 307),
  },
  hang: { label: 'Never answer', answer: hang },
  slow: { label: 'Accept the client, slowly', answer: acceptSlowly },
  'reset-after-body': { label: 'Break the connection', answer: reset },
  truncated: { label: 'Break off in the middle of the answer', answer: truncate },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof table
export const behaviours: Record<BehaviourName, Behaviour> = table
export const behaviourNames = Object.keys(table).filter((name): name is BehaviourName => Object.hasOwn(table, name))

/** DisputeFox's own message. */
export const unknownForm = JSON.stringify({ ErrorMessage: "We didn't found any form", WebFormPresent: false })

async function acceptSlowly(context: StandInContext, { redirectUrl, slowMs }: Situation): Promise<Response> {
  await wait(slowMs)
  return context.text(redirectUrl)
}

async function hang(context: StandInContext): Promise<Response> {
  const { signal } = context.req.raw
  await wait(hangMs, undefined, { signal }).catch(() => undefined)
  return context.body(null)
}

function reset(context: StandInContext): Response {
  const socket = context.env.incoming?.socket
  if (!socket) return context.text('There is no connection to break', 501)
  socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

function truncate(context: StandInContext, { redirectUrl }: Situation): Response {
  const { outgoing } = context.env
  if (!outgoing) return context.text('There is no connection to break', 501)
  outgoing.writeHead(200, { 'content-type': 'text/plain', 'content-length': redirectUrl.length + 100 })
  outgoing.write(redirectUrl, () => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}
