import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

const hasTerminal = process.stdin.isTTY && process.stderr.isTTY

/** Asks at the terminal; undefined without one. Ctrl-C and Ctrl-D are an empty answer. */
export const askAtTerminal: ((question: string) => Promise<string>) | undefined = hasTerminal
  ? (question) => ask(question, process.stderr)
  : undefined

/** The same without showing what is typed. */
export const askSecretAtTerminal: typeof askAtTerminal = hasTerminal
  ? async (question) => {
      // First, so that what is typed as soon as the question is there is not shown either.
      const answering = ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
      process.stderr.write(question)
      const answer = await answering
      process.stderr.write('\n')
      return answer
    }
  : undefined

function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(''))
    terminal.question(question, (answer) => {
      resolve(answer)
      terminal.close()
    })
  })
}
