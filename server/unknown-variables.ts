import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { closest, distance } from 'fastest-levenshtein'
import { variableNames } from './env-variables.ts'

/** A variable that is not read, and the one that it probably was to be. */
export interface UnknownVariable {
  name: string
  meant: string | undefined
}

const maxDistance = 2
/** Shorter names of other programs are near each other by chance. */
const minLength = 6
/** Nobody else's variables begin like this. */
const prefixes = ['BACKUP_', 'DELIVERY_', 'DISPUTEFOX_', 'PERSONAL_DETAILS_', 'PRODUCTION_']

/**
 * Variables that look like settings and are none. Of the file `.env`, whose names are `fromFile`, each one counts; the
 * other variables of the process are mostly those of other programs.
 */
export function findUnknownVariables(variables: Record<string, string | undefined>, fromFile: string[]): UnknownVariable[] {
  return Object.keys(variables)
    .filter((name) => !variableNames.includes(name) && !readElsewhere.test(name))
    .map((name) => ({ name, meant: nearest(name) }))
    .filter(({ name, meant }) => meant !== undefined || fromFile.includes(name) || prefixes.some((prefix) => name.startsWith(prefix)))
}

/** Those of Node, PostgreSQL's clients, and of programs that an operator may start from the same file. */
const readElsewhere = /^(NODE_|NPM_|npm_|UV_|PG|TZ$|LANG$|LC_|NO_COLOR$|FORCE_COLOR$|HTTPS?_PROXY$|NO_PROXY$|SSL_CERT_|SUPABASE_(DB_PASSWORD|ACCESS_TOKEN|SERVICE_ROLE_KEY|ANON_KEY|DB_URL|SECRET_KEY)$)/

function nearest(name: string): string | undefined {
  const candidate = closest(name.toUpperCase(), variableNames)
  return name.length >= minLength && distance(name.toUpperCase(), candidate) <= maxDistance ? candidate : undefined
}

/** The names in the operator's `.env`; none without that file. */
export async function namesInFile(file = path.resolve(import.meta.dirname, '../.env')): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return Object.keys(parseEnv(text))
}

/** A sentence for the operator. */
export const explainUnknown = ({ name, meant }: UnknownVariable): string =>
  `${name} is no setting${meant ? `: did you mean ${meant}?` : ', see .env.example'}`
