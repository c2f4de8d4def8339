import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { variableNames as openingVariables } from '../../supabase/functions/open-details/environment.ts'
import { variableNames as paymentVariables } from '../../supabase/functions/payment-received/environment.ts'
import { variableNames as deliveryVariables } from '../../supabase/functions/submit-to-disputefox/environment.ts'
import type { TestGateway } from './gateway.ts'

const denoProgram = path.resolve(import.meta.dirname, '../../node_modules/.bin/deno')

/** The Edge Functions, each with the variables that it may read. */
const functions = { 'submit-to-disputefox': deliveryVariables, 'payment-received': paymentVariables, 'open-details': openingVariables }
type FunctionName = keyof typeof functions

const folderOf = (name: FunctionName) => path.resolve(import.meta.dirname, '../../supabase/functions', name)

/** Resolves with the exit code: 0 if Deno finds no fault in the types of the function's entry. */
export async function checkDenoTypes(name: FunctionName): Promise<unknown> {
  const check = spawn(denoProgram, ['check', '--no-remote', '--node-modules-dir=manual', 'index.ts'], {
    cwd: folderOf(name),
    stdio: 'ignore',
  })
  const [code] = await once(check, 'exit')
  return code
}

export interface DenoFunction {
  url: string
  stop(): Promise<void>
}

/**
 * The Edge Function in the real Deno, on the gateway in the place of a Supabase project. It may access
 * only its own variables, the project and these hosts, and no files. `certificate` is a file in PEM that it trusts besides.
 */
export async function startDenoFunction(
  { url, serviceKey }: TestGateway,
  variables: Record<string, string>,
  hosts: string[],
  { name = 'submit-to-disputefox', certificate }: { name?: FunctionName; certificate?: string } = {},
): Promise<DenoFunction> {
  const deno = spawn(denoProgram, denoArguments(name, [new URL(url).host, ...hosts]), {
    cwd: folderOf(name),
    env: {
      ...process.env,
      NO_COLOR: '1',
      DENO_NO_UPDATE_CHECK: '1',
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      SUPABASE_URL: url,
      SUPABASE_SERVICE_ROLE_KEY: serviceKey,
      PERSONAL_DETAILS_KEYS: await privateKeys(),
      DISPUTEFOX_REDIRECT_URL: 'https://www.example.org/onboarding-success',
      ...variables,
      ...(certificate && { DENO_CERT: certificate }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return {
    url: await addressOf(deno),
    async stop() {
      if (deno.exitCode === null && deno.kill()) await once(deno, 'exit')
    },
  }
}

/** As `supabase secrets set --env-file` reads them. */
async function privateKeys(): Promise<string> {
  const [, value = ''] = /^PERSONAL_DETAILS_KEYS=(.+)$/m.exec(await readFile(inject('keysFile'), 'utf8')) ?? []
  return value
}

const denoArguments = (name: FunctionName, hosts: string[]) => [
  'run',
  '--no-prompt',
  '--no-remote',
  '--node-modules-dir=manual',
  `--allow-env=${functions[name].join(',')}`,
  `--allow-net=127.0.0.1:0,${hosts.join(',')}`,
  'index.ts',
]

/** Deno prints its address on standard error. */
async function addressOf(child: ChildProcess): Promise<string> {
  let told = ''
  for await (const chunk of child.stderr ?? []) {
    told += String(chunk)
    const address = /Listening on (http:\/\/[\d.:]+)/.exec(told)?.[1]
    if (address) return address
  }
  throw new Error(`Deno has not started: ${told}`)
}
