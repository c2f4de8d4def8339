import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { variableNames } from '../../server/env-variables.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { PATH, HOME, NODE_COMPILE_CACHE } = process.env

export interface Command {
  child: ChildProcess
  /** Everything printed so far, on both streams. */
  output(): string
  /** Resolves once the output matches; rejects with the output if the command ends first. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** An empty variable counts as unset, and is not set by the operator's `.env`: tests must not reach real systems. */
export const blankVariables = Object.fromEntries(variableNames.map((name) => [name, '']))

/** Runs the script of an npm command, `npm start` by default, with this environment on top of a clean one. */
export function startCommand(
  variables: Record<string, string>,
  script = 'setup/start.mjs',
  folder = root,
  words: string[] = [],
  identity: { uid?: number; gid?: number } = {},
): Command {
  const child = spawn(process.execPath, [script, ...words], {
    ...identity,
    cwd: folder,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...blankVariables, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return watched(child)
}

/** A process that was started, and what it prints. */
export function watched<Child extends ChildProcess>(child: Child): Command & { child: Child } {
  let text = ''
  const waiting = new Set<() => void>()
  const add = (chunk: Buffer) => {
    text += chunk.toString()
    for (const check of waiting) check()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  const ended = once(child, 'close').then(() => child.exitCode)
  const printed = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const check = () => {
        const match = text.match(pattern)
        if (!match) return
        waiting.delete(check)
        resolve(match)
      }
      waiting.add(check)
      check()
      void ended.then(() => reject(new Error(`ended without printing ${pattern}:\n${text}`)))
    })
  return { child, output: () => text, printed, ended }
}
