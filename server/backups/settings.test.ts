import path from 'node:path'
import { expect, test } from 'vitest'
import { unconfigured } from '../../tests/helpers/site-configs.ts'
import { parseEnvironment } from '../env.ts'

const settings = (variables: Record<string, string>) => {
  const parsed = parseEnvironment(variables, unconfigured)
  return 'fault' in parsed ? parsed.fault : parsed.ok.backups
}

test('without a setting no backup is made by itself', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  expect(settings({})).toEqual({ everySeconds: undefined, keep: 14, folder: path.join(root, 'data/backups'), command: undefined, recipients: [] })
})

test('one setting is enough, and the others say how many, where, for whom and what then', () => {
  expect(settings({ BACKUP_EVERY: '12h', DATA_DIR: '/srv/data' })).toMatchObject({ everySeconds: 43_200, folder: '/srv/data/backups' })
  expect(
    settings({ BACKUP_EVERY: '7d', BACKUP_KEEP: '5', BACKUP_DIR: '/mnt/b', BACKUP_COMMAND: 'cp "$BACKUP_FILE" /x', BACKUP_RECIPIENT: 'age1aa, age1bb' }),
  ).toEqual({ everySeconds: 604_800, keep: 5, folder: '/mnt/b', command: 'cp "$BACKUP_FILE" /x', recipients: ['age1aa', 'age1bb'] })
})

test.each([
  ['BACKUP_EVERY', 'daily', 'must be a number of hours or days, such as 24h or 7d'],
  ['BACKUP_EVERY', '0h', 'must be a number of hours or days, such as 24h or 7d'],
  ['BACKUP_KEEP', '0', 'must be a number from 1 to 999'],
  ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1AA', 'must be a recipient of age, which begins with age1'],
])('%s=%s is refused', (name, value, sentence) => {
  expect(settings({ [name]: value })).toEqual([`${name} ${sentence}`])
})

test('no command gets a backup that is not encrypted', () => {
  const sentence = 'BACKUP_RECIPIENT is missing: BACKUP_COMMAND needs it, since backups leave this machine encrypted only'
  expect(settings({ BACKUP_EVERY: '24h', BACKUP_COMMAND: 'cp "$BACKUP_FILE" /x' })).toEqual([sentence])
})
