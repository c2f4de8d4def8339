import { createInterface } from 'node:readline'
import { runEnrollments } from '../enrollments/run.ts'
import { operatingUser } from './operating-user.ts'

// The staff's command line: npm run enrollments -- help

/** Asks at the terminal. Ctrl-C and Ctrl-D are an empty answer. */
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

process.exitCode = await runEnrollments(process.argv.slice(2), {
  variables: process.env,
  login: await operatingUser(),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
})
