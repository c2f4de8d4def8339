import { spawn } from 'node:child_process'
import path from 'node:path'
import { blankVariables, type Command, watched } from './command.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A process at a terminal of its own, with a person before it. */
export interface AtTerminal extends Command {
  /** What the person types; `keys` has those without a letter. */
  type(text: string): void
}

export const keys = { enter: '\r', ctrlC: '\u0003', ctrlD: '\u0004' }

/**
 * Runs a script of the project at a pseudo-terminal, by `script` of util-linux, which each Debian has (package bsdutils). `words`
 * are of a shell's command line, and so may lead what is printed elsewhere.
 */
export function startAtTerminal(variables: Record<string, string>, script: string, words: string): AtTerminal {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', `exec "$RUNTIME" ${script} ${words}`, '/dev/null'], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, SHELL: '/bin/sh', TERM: 'xterm-256color', RUNTIME: process.execPath, ...blankVariables, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const command = watched(child)
  return { ...command, type: (text) => void child.stdin.write(text) }
}
