import path from 'node:path'
import * as v from 'valibot'
import type { SiteSettings } from '../build/build-site.ts'
import { deliveryEntries, type DeliverySettings, deliverySettings } from '../supabase/functions/submit-to-disputefox/settings.ts'

const root = path.resolve(import.meta.dirname, '..')

const port = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,5}$/, 'must be a port number from 1 to 65535'),
  v.transform(Number),
  v.minValue(1, 'must be a port number from 1 to 65535'),
  v.maxValue(65_535, 'must be a port number from 1 to 65535'),
)

const origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'must be an address such as https://www.example.org, without a path'),
  v.transform((text) => new URL(text).origin),
)

const basePath = v.pipe(
  v.string(),
  v.regex(/^\/?([A-Za-z0-9._~-]+\/?)*$/, 'must be a path such as /credit/'),
  v.transform((text) => `/${text}/`.replace(/\/+/g, '/')),
)

const postgresUrl = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address such as postgres://user:password@host:5432/database'),
)

const folder = v.pipe(
  v.string(),
  v.transform((text) => path.resolve(root, text)),
)

/** Every variable that `.env.example` explains, except those of the delivery, which its function owns. */
const entries = {
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')), '127.0.0.1'),
  BASE_PATH: v.optional(basePath, '/'),
  DATA_DIR: v.optional(folder, 'data'),
  DIST_DIR: v.optional(folder, 'dist'),
  DATABASE_URL: v.optional(postgresUrl),
  SITE_ORIGIN: v.optional(origin),
  SITE_STAGE: v.optional(v.picklist(['development', 'production'], 'must be development or production'), 'development'),
  SUPABASE_URL: v.optional(origin),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.string()),
  PARTNERS_PORT: v.optional(port),
}

export interface Environment {
  port: number
  host: string
  basePath: string
  dataFolder: string
  databaseUrl: string | undefined
  /** Where the stand-ins for the external systems listen; undefined in production, which has none. */
  partnersPort: number | undefined
  site: SiteSettings
  delivery: DeliverySettings
}

export type ParsedEnvironment = { environment: Environment } | { faults: string[] }

/** Reads all settings once. An empty variable counts as unset; every fault is named, not only the first. */
export function parseEnvironment(variables: NodeJS.ProcessEnv): ParsedEnvironment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = v.safeParse(v.object(entries), given)
  const faults = parsed.issues?.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`) ?? []
  return parsed.success ? assemble(parsed.output, given) : { faults }
}

type Output = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>

function assemble(values: Output, given: Record<string, unknown>): ParsedEnvironment {
  return { faults: [] }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
}
