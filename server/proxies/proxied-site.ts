import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Environment } from '../env.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type HeaderRule, parseHeaderRules } from '../static/header-rules.ts'

/** What a reverse proxy in front of the site has to know. */
export interface ProxiedSite {
  /** Encrypted, without a slash at the end. */
  origin: URL
  /** Starts and ends with a slash. */
  basePath: string
  /** Other names of the site, from which visitors are sent to its origin. */
  aliases: string[]
  /** `host:port` of each gateway; none where Supabase is the backend. */
  gateways: string[]
  /** The built site, if the proxy serves its files itself. */
  files: { folder: string; headerRules: HeaderRule[] } | undefined
}

export interface ProxyChoices {
  aliases: string[]
  gateways: string[]
  servesFiles: boolean
}

/** What the settings say about the site. Throws a StartupFault if they cannot be those of a site behind a proxy. */
export async function proxiedSite({ site, port, trustedProxies }: Environment, choices: ProxyChoices): Promise<ProxiedSite> {
  const origin = new URL(site.origin)
  if (origin.protocol !== 'https:') {
    throw new StartupFault(`SITE_ORIGIN is ${site.origin}. Set it to the address that visitors will see, such as https://www.example.org.`)
  }
  if (!site.supabase && !trustedProxies) {
    throw new StartupFault('TRUST_PROXY is not set. Set it to 1: the proxy that this file is for appends each visitor to X-Forwarded-For.')
  }
  const { aliases, gateways } = choices
  const files = choices.servesFiles || site.supabase ? await builtSite(site.outDir) : undefined
  const own = site.supabase ? [] : gateways.length ? gateways : [`127.0.0.1:${port}`]
  return { origin, basePath: site.basePath, aliases, gateways: own, files }
}

async function builtSite(folder: string): Promise<ProxiedSite['files']> {
  const headers = await readFile(path.join(folder, '_headers'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new StartupFault(`There is no built site in ${folder}. Build it with: npm run build`)
  })
  return { folder, headerRules: parseHeaderRules(headers) }
}
