import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreIntoFolder } from '../../server/backups/into-folder.ts'
import { superuserUrl } from '../../server/postgres/embedded.ts'
import { startGateway } from '../helpers/gateway.ts'
import { arrivedAt, ask, expectResident, outboxOf, statesOf } from '../helpers/lived-in.ts'
import { onboard } from '../helpers/onboard.ts'
import { openStaffTerminal } from '../helpers/staff-terminal.ts'
import { inRelease, readInstallation, storedReleases } from './releases.ts'

// R-UPGRADE: each release is upgraded to the code as it stands.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'releases-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(await storedReleases())('from %s: passwords, sessions and deliveries are as they were, and no client is sent twice', async (release) => {
  const { lived, outbox } = await readInstallation(release)
  const dataFolder = path.join(folder, release)
  await restoreIntoFolder(dataFolder, { file: inRelease(release, 'backup') })
  const keysFile = path.join(dataFolder, 'personal-details.keys')
  await copyFile(inRelease(release, 'keys'), keysFile)
  const gateway = await startGateway(undefined, { at: { databaseUrl: undefined, dataFolder, keysFile } })
  try {
    const url = await superuserUrl(dataFolder)
    // What was being sent when the backup was made: its lease has run out, if not long ago, and nobody knows whether it arrived.
    await ask(url, `update public.deliveries set leased_until = clock_timestamp() where state = 'sending'`)
    await expect.poll(() => statesOf(url), { timeout: 60_000 }).toMatchObject({ [lived.sending]: 'needs_review' })
    const ended = { state: 'needs_review', reason: 'lease-expired', due_at: expect.anything(), updated_at: expect.anything(), leased_until: expect.anything() }
    const expected = outbox.map(({ delivery, ...row }) => ({
      ...row,
      delivery: delivery.enrollment_id === lived.sending ? { ...delivery, ...ended } : delivery,
    }))
    // Later versions may add columns.
    expect(await outboxOf(url)).toMatchObject(expected)
    await expectResident(gateway.url, lived.resident)

    const staff = openStaffTerminal(url, { PERSONAL_DETAILS_KEYS_FILE: keysFile })
    const fresh = await onboard(gateway.url)
    const report = (await staff.doctor()).output
    for (const line of [/^ok +Migrations/m, /^ok +Keys/m, / Staff log +unbroken, 1 entries/]) expect(report).toMatch(line)
    expect(await staff.run('release --all --send')).toMatchObject({ exitCode: 0 })
    const sent = [...lived.queued, fresh.id]
    await expect.poll(() => statesOf(url), { timeout: 60_000 }).toEqual({
      [lived.delivered]: 'delivered',
      [lived.sending]: 'needs_review',
      [lived.review]: 'needs_review',
      ...Object.fromEntries(sent.map((id) => [id, 'delivered'])),
    })
    expect((await arrivedAt(gateway)).toSorted()).toEqual(sent.toSorted())
  } finally {
    await gateway.stop()
  }
})
