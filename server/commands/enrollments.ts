import { runEnrollments } from '../enrollments/run.ts'
import { askAtTerminal } from './ask.ts'
import { operatingUser } from './operating-user.ts'

// The staff's command line: npm run enrollments -- help

process.exitCode = await runEnrollments(process.argv.slice(2), {
  variables: process.env,
  login: await operatingUser(),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  ask: askAtTerminal,
})
