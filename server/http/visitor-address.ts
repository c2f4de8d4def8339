import * as v from 'valibot'

const bindingsSchema = v.object({ address: v.pipe(v.string(), v.ip()) })

/** The visitor's IP address from a request's bindings (`listen.ts`). Without a listener, as in tests, there is none. */
export function visitorAddress({ env }: { env: unknown }): string | undefined {
  const bindings = v.safeParse(bindingsSchema, env)
  return bindings.success ? bindings.output.address : undefined
}
