import { userInfo } from 'node:os'
import { runEnrollments } from '../enrollments/run.ts'
import { askAtTerminal } from './ask.ts'

// The staff's command line: npm run enrollments -- help

process.exitCode = await runEnrollments(process.argv.slice(2), {
  variables: process.env,
  login: userInfo().username,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  ask: askAtTerminal,
})
