import { Argument } from '@commander-js/extra-typings'
import type { Environment } from '../env.ts'
import { caddySite } from '../proxies/caddy.ts'
import { nginxSite } from '../proxies/nginx.ts'
import { proxiedSite } from '../proxies/proxied-site.ts'
import { type Command, defines, examples, repeated } from '../terminal/program.ts'
import { runCommand } from './run-command.ts'

const programs = { nginx: nginxSite, caddy: caddySite }

const words = (command: Command) =>
  command
    .addArgument(new Argument('<program>', 'the web server').choices(['nginx', 'caddy']))
    .option('--gateway <host:port>', 'where a gateway listens, once for each; 127.0.0.1 and PORT by default', repeated)
    .option('--also <name>', 'another name of the site, from which visitors are sent to SITE_ORIGIN; may be repeated', repeated)
    .option('--files', 'the web server serves the built site, and the gateway the rest; always so with SUPABASE_URL')
    .option('--certificates <folder>', 'where fullchain.pem and privkey.pem of your own authority are; by default they come from Let’s Encrypt')
    .addHelpText('after', examples({ 'npm run --silent proxy -- nginx > second-mile.conf': 'the file; without --silent npm writes into it, too' }))

const proxy = defines<Environment>()(words, async (environment, program, { gateway = [], also = [], files = false, certificates }) => {
  const site = await proxiedSite(environment, { gateways: gateway, aliases: also, servesFiles: files, certificates })
  process.stdout.write(programs[program](site))
})

await runCommand({
  name: 'proxy',
  summary: 'Print the file with which a web server stands in front of this site, from the settings in .env',
  commands: proxy,
  open: (work, environment) => work(environment),
})
