import { keyProgram } from '../personal-details/run.ts'
import { explainConnectError } from '../postgres/connection-fault.ts'
import { askAtTerminal } from '../terminal/ask.ts'
import { consoleOutput } from '../terminal/output.ts'
import { ownerUrl } from './owner-url.ts'
import { runCommand } from './run-command.ts'

await runCommand({
  ...keyProgram,
  async open(work, environment, { yes }) {
    const url = await ownerUrl(environment)
    const { keysFile: file, site } = environment
    const context = { url, file, onSupabase: site.supabase !== undefined, print: consoleOutput.print, progress: consoleOutput.progress, ask: askAtTerminal, yes }
    return work(context).catch((error: unknown) => {
      throw explainConnectError(error, url)
    })
  },
})
