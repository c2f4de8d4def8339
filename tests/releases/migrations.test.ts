import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageFacts from '../../package.json' with { type: 'json' }
import { ledgers } from '../../server/postgres/ledger.ts'
import { currentMigrations, readReleasedMigrations, storedReleases } from './releases.ts'

// R-UPGRADE: what was released is applied in databases that nobody here can see.

const root = path.resolve(import.meta.dirname, '../..')
const releases = await storedReleases()
const newest = releases.at(-1) ?? ''
const current = await currentMigrations()
const kinds = ['baseline', 'project'] as const

const fileOf = (kind: (typeof kinds)[number], { version, name }: { version: string; name: string }) =>
  `${path.relative(root, ledgers[kind].folder)}/${version}_${name}.sql`

const remedy = (release: string) =>
  `put it back, and write a migration of its own. Only if ${release} was never published: rm -r tests/releases/${release} && npm run release-dump`

test.each(releases)('no migration that was released with %s was edited or removed since', async (release) => {
  const released = await readReleasedMigrations(release)
  const changed = kinds.flatMap((kind) =>
    released[kind].flatMap((migration) => {
      const here = current[kind].find(({ version }) => version === migration.version)
      if (here?.name === migration.name && here.sha256 === migration.sha256) return []
      return [`${fileOf(kind, migration)} is not as ${release} has it: ${remedy(release)}`]
    }),
  )
  expect(changed).toEqual([])
})

test('a new migration comes after all released ones, since `supabase db push` refuses others', async () => {
  const released = await readReleasedMigrations(newest)
  const early = kinds.flatMap((kind) => {
    const versions = released[kind].map(({ version }) => version)
    const last = versions.at(-1) ?? ''
    const added = current[kind].filter(({ version }) => !versions.includes(version) && version < last)
    return added.map((migration) => `${fileOf(kind, migration)} has to be named later than ${last}, the last one of ${newest}`)
  })
  expect(early).toEqual([])
})

test('the version of package.json is stored as a release, and the changelog says what it brings', async () => {
  expect({ stored: newest, byCommand: 'npm run release-dump' }).toEqual({ stored: packageFacts.version, byCommand: 'npm run release-dump' })
  expect(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')).toMatch(`\n## ${packageFacts.version}\n`)
})
