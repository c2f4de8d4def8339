import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('conformance', "Hold the sign-in service against Supabase's own, built with this machine's Go, and write docs/conformance.md", {
  '[NAME]': 'a folder with the unpacked archive of that release, instead of building it',
})
await install({ withTools: true })
process.exitCode = await runScript('tests/conformance/conformance.ts', ...process.argv.slice(2))
