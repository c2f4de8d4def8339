import { CommandFault, confirm } from '../enrollments/command.ts'
import { errorCode } from '../../domain/error-facts.ts'
import { explainFaults, parseEnvironment } from '../env.ts'
import { help, runKeys } from '../personal-details/run.ts'
import { explainConnectError } from '../postgres/connection-fault.ts'
import { explainStartError } from '../runtime/startup-fault.ts'
import { askAtTerminal } from './ask.ts'
import { ownerUrl } from './owner-url.ts'

// The operator's commands for the keys of personal details; gateways may be running on the same database:
// npm run keys -- help

const print = (text: string) => console.log(text)
const words = process.argv.slice(2)
const parsed = parseEnvironment(process.env)
if (words.some((word) => /^(help|--help|-h)$/.test(word))) {
  print(help)
} else if ('fault' in parsed) {
  console.error(explainFaults(parsed.fault))
  process.exitCode = 1
} else {
  const { keysFile: file, dataFolder, site } = parsed.ok
  try {
    const url = await ownerUrl(parsed.ok)
    const known = await runKeys(words, {
      url,
      file,
      onSupabase: site.supabase !== undefined,
      print,
      confirm: (warning, word, yes) => confirm({ ask: askAtTerminal, print }, warning, word, yes),
    }).catch((error: unknown) => {
      throw explainConnectError(error, url)
    })
    if (!known) {
      console.error(help)
      process.exitCode = 2
    }
  } catch (error) {
    const isUsage = error instanceof CommandFault || errorCode(error)?.startsWith('ERR_PARSE_ARGS')
    console.error(isUsage && error instanceof Error ? error.message : (explainStartError(error, `the data folder ${dataFolder}`) ?? error))
    process.exitCode = 1
  }
}
