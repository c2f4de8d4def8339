import type { ReadVariable } from './project-variables.ts'

export const readVariable: ReadVariable = (variable) => Deno.env.get(variable)

/** One line of JSON. Fields hold identifiers and codes, never what a person typed. */
export const log = (event: string, fields?: Record<string, string | number | undefined>): void =>
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...fields }))

/** Supabase's runtime ends an instance after its answer, unless it is told to wait for a promise. Plain Deno has no such object. */
declare const EdgeRuntime: { waitUntil(promise: Promise<unknown>): void } | undefined

export function waitUntil(promise: Promise<unknown>): void {
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(promise)
}
