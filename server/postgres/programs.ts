import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { errorCode } from '../../domain/error-facts.ts'
import { replaceSecret } from '../runtime/secret-file.ts'
import { type Binaries, platformPackage } from './binaries.ts'

// A cluster can be read by programs of its own major version alone. So that they can be fetched once this project brings the
// next one, each start notes in the data folder which package ran it.

const programsSchema = v.object({
  name: v.literal(platformPackage),
  /** Of the package: PostgreSQL's major and minor version, and further numbers. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(-beta\.\d+)?$/)),
  /** Of its archive, as the lockfile names it. */
  integrity: v.pipe(v.string(), v.regex(/^sha512-[A-Za-z0-9+/]{86}==$/)),
})
export type Programs = v.InferOutput<typeof programsSchema>

const recordIn = (dataFolder: string) => path.join(dataFolder, 'postgres-programs.json')

/** PostgreSQL's major version. */
export const majorOf = ({ version }: Pick<Programs, 'version'>): number => Number.parseInt(version, 10)

const lockSchema = v.object({ packages: v.record(v.string(), v.object({ integrity: v.optional(v.string()) })) })

/** The package that these programs belong to. */
async function packageOf({ postgres }: Binaries): Promise<{ version: string }> {
  const facts: unknown = JSON.parse(await readFile(path.resolve(postgres, '../../../package.json'), 'utf8'))
  return v.parse(v.object({ version: v.string() }), facts)
}

export const majorOfBinaries = async (binaries: Binaries): Promise<number> => majorOf(await packageOf(binaries))

/** Notes that the programs of this project run the data folder. */
export async function recordPrograms(dataFolder: string, binaries: Binaries): Promise<void> {
  const { version } = await packageOf(binaries)
  const lock = v.parse(lockSchema, JSON.parse(await readFile(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')))
  const { integrity } = lock.packages[`node_modules/${platformPackage}`] ?? {}
  const programs = v.parse(programsSchema, { name: platformPackage, version, integrity })
  const text = `${JSON.stringify(programs, undefined, 1)}\n`
  if (text !== (await readRecord(dataFolder))) await replaceSecret(recordIn(dataFolder), text)
}

/** The programs that ran the data folder last; undefined if that is not known, or was on another platform. */
export async function recordedPrograms(dataFolder: string): Promise<Programs | undefined> {
  const record = await readRecord(dataFolder)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), programsSchema), record)
  return parsed.success ? parsed.output : undefined
}

const readRecord = (dataFolder: string) =>
  readFile(recordIn(dataFolder), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
