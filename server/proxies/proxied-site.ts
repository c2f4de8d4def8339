import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Environment } from '../env.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type HeaderRule, parseHeaderRules } from '../static/header-rules.ts'

/** What a web server in front of the site has to know. */
export interface ProxiedSite {
  /** Encrypted. */
  origin: URL
  /** Starts and ends with a slash. */
  basePath: string
  /** Other names of the site, from which visitors are sent to its origin. */
  aliases: string[]
  /** `host:port` of each gateway; none where Supabase is the backend. */
  gateways: string[]
  /** The built site, where the web server itself serves it. */
  files: SiteFiles | undefined
  /** The folder with `fullchain.pem` and `privkey.pem`, if they do not come from Let's Encrypt. */
  certificates?: string | undefined
}

export interface SiteFiles {
  folder: string
  /** Those of `_headers`, for addresses with the base path. */
  headerRules: HeaderRule[]
  /** The media type of each file name extension. */
  types: [extension: string, type: string][]
}

export interface ProxyChoices {
  aliases: string[]
  gateways: string[]
  servesFiles: boolean
  certificates?: string | undefined
}

/** What the settings say about the site. Throws a StartupFault if they cannot be those of a site behind a web server. */
export async function proxiedSite({ site, port, trustedProxies }: Environment, choices: ProxyChoices): Promise<ProxiedSite> {
  const origin = new URL(site.origin)
  if (origin.protocol !== 'https:') {
    throw new StartupFault(`SITE_ORIGIN is ${site.origin}. Set it to the address that visitors will see, such as https://www.example.org.`)
  }
  if (!site.supabase && !trustedProxies) {
    throw new StartupFault('TRUST_PROXY is not set. Set it to 1: the web server appends each visitor to X-Forwarded-For.')
  }
  const gateways = choices.gateways.length ? choices.gateways : [`127.0.0.1:${port}`]
  return {
    origin,
    basePath: site.basePath,
    aliases: choices.aliases,
    gateways: site.supabase ? [] : gateways,
    files: choices.servesFiles || site.supabase ? await siteFiles(site.outDir) : undefined,
    certificates: choices.certificates,
  }
}

async function siteFiles(folder: string): Promise<SiteFiles> {
  const headers = await readFile(path.join(folder, '_headers'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new StartupFault(`There is no built site in ${folder}. Build it with: npm run build`)
  })
  const names = (await readdir(folder, { recursive: true })).filter((name) => !new RegExp(hiddenNames).test(name))
  const extensions = new Set(names.map((name) => path.extname(name).slice(1)))
  const types = [...extensions].toSorted().flatMap((extension): SiteFiles['types'] => {
    const type = getMimeType(`.${extension}`)
    return type ? [[extension, type]] : []
  })
  return { folder, headerRules: parseHeaderRules(headers), types }
}

/**
 * Names of files that have no address, as in the gateway: the build's own, and the compressed representations. Caddy serves a
 * file below its address with a slash at the end, too.
 */
export const hiddenNames = String.raw`(^|/)[._][^/]*/*$|\.(br|gz|zst)/*$`
