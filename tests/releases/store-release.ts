import { chmod, copyFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import packageFacts from '../../package.json' with { type: 'json' }
import { takeBackup } from '../../server/backups/take.ts'
import { superuserUrl } from '../../server/postgres/embedded.ts'
import { startGateway } from '../helpers/gateway.ts'
import { liveIn, outboxOf } from '../helpers/lived-in.ts'
import { openStaffTerminal } from '../helpers/staff-terminal.ts'
import { currentMigrations, releaseFiles, releasesFolder } from './releases.ts'

// npm run release-dump: stores what later versions have to be able to upgrade, under the version of package.json.

const { version } = packageFacts
if ((await readdir(releasesFolder)).includes(version)) {
  console.error(`tests/releases/${version} is there. A release is stored once: raise the version in package.json (npm version).`)
  process.exit(1)
}

const asJson = (value: unknown) => `${JSON.stringify(value, undefined, 1)}\n`

const work = await mkdtemp(path.join(tmpdir(), 'release-'))
// If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
await chmod(work, 0o711)
const draft = await mkdtemp(path.join(releasesFolder, '.draft-'))
const inDraft = (file: keyof typeof releaseFiles) => path.join(draft, releaseFiles[file])
try {
  const dataFolder = path.join(work, 'data')
  const keysFile = path.join(dataFolder, 'keys/personal-details.env')
  const gateway = await startGateway(undefined, { at: { databaseUrl: undefined, dataFolder, keysFile } })
  try {
    const url = await superuserUrl(dataFolder)
    const lived = await liveIn(gateway, url, openStaffTerminal(url, { PERSONAL_DETAILS_KEYS_FILE: keysFile }))
    await takeBackup({ url, file: inDraft('backup') })
    await copyFile(keysFile, inDraft('keys'))
    await writeFile(inDraft('installation'), asJson({ lived, outbox: await outboxOf(url) }))
    await writeFile(inDraft('migrations'), asJson(await currentMigrations()))
  } finally {
    await gateway.stop()
  }
  for (const name of Object.values(releaseFiles)) await chmod(path.join(draft, name), 0o644)
  await chmod(draft, 0o755)
  await rename(draft, path.join(releasesFolder, version))
} finally {
  await rm(draft, { recursive: true, force: true })
  await rm(work, { recursive: true, force: true })
}
console.log(`tests/releases/${version} has what later versions have to be able to upgrade. Commit it with the release.`)
