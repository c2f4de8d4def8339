import { createInterface } from 'node:readline'

/** Asks at the terminal; undefined without one. Ctrl-C and Ctrl-D are an empty answer. */
export const askAtTerminal: ((question: string) => Promise<string>) | undefined =
  process.stdin.isTTY && process.stderr.isTTY ? ask : undefined

function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(''))
    terminal.question(question, (answer) => {
      resolve(answer)
      terminal.close()
    })
  })
}
