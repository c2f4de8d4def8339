import { parseArgs } from 'node:util'
import { explainFaults, parseEnvironment } from '../env.ts'
import { caddySite } from '../proxies/caddy.ts'
import { nginxSite } from '../proxies/nginx.ts'
import { type ProxiedSite, proxiedSite } from '../proxies/proxied-site.ts'
import { explainStartError } from '../runtime/startup-fault.ts'

const usage = `Prints the file with which a web server stands in front of this site, from the settings in .env.

  npm run proxy -- nginx
  npm run proxy -- caddy

  --gateway HOST:PORT   where a gateway listens, once for each; 127.0.0.1 and PORT by default
  --also NAME           another name of the site, from which visitors are sent to SITE_ORIGIN
`

const programs = { nginx: nginxSite, caddy: caddySite }

interface Request {
  program: keyof typeof programs
  choices: Pick<ProxiedSite, 'aliases' | 'gateways'>
}

/** Undefined if the usage is to be shown. */
function readArguments(): Request | undefined {
  const list = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { gateway: list, also: list } })
  const [program] = positionals
  if (program !== 'nginx' && program !== 'caddy') return undefined
  return { program, choices: { gateways: values.gateway, aliases: values.also } }
}

const wanted = readArguments()
const parsed = parseEnvironment(process.env)
if (!wanted) {
  console.error(usage)
  process.exitCode = 1
} else if ('fault' in parsed) {
  console.error(explainFaults(parsed.fault))
  process.exitCode = 1
} else {
  try {
    process.stdout.write(programs[wanted.program](proxiedSite(parsed.ok, wanted.choices)))
  } catch (error) {
    console.error(explainStartError(error, `the data folder ${parsed.ok.dataFolder}`) ?? error)
    process.exitCode = 1
  }
}
