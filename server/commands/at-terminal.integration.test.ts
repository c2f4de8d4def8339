import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type AtTerminal, keys, startAtTerminal } from '../../tests/helpers/at-terminal.ts'
import { startCommand } from '../../tests/helpers/command.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// The operator's commands at a real terminal, with a person who types.

/** What the terminal was given, with `␛` for what begins a sequence of control. */
const shownAt = (command: AtTerminal) => command.output().replaceAll('\u001b', '␛')

describe.runIf(process.platform === 'linux')('at a terminal', () => {
  let outbox: TestOutbox
  let folder: string
  let variables: Record<string, string>
  let started: AtTerminal[]

  beforeAll(async () => {
    outbox = await openOutbox()
  })
  afterAll(() => outbox?.close())
  beforeEach(async () => {
    await outbox.clear()
    folder = await mkdtemp(path.join(tmpdir(), 'at-terminal-'))
    variables = { DATABASE_URL: outbox.url, DATA_DIR: path.join(folder, 'data'), PERSONAL_DETAILS_KEYS_FILE: inject('keysFile') }
    started = []
  })
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.allSettled(started.map(({ ended }) => ended))
    await rm(folder, { recursive: true })
  })

  function start(script: string, words: string, own: Record<string, string> = {}): AtTerminal {
    const command = startAtTerminal({ ...variables, ...own }, script, words)
    started.push(command)
    return command
  }

  /** A delivered enrollment. */
  async function delivered(): Promise<string> {
    const id = await outbox.save()
    await outbox.finish(await outbox.leased({ enrollmentId: id }), { outcome: 'accepted' })
    return id
  }

  async function helpBy(words: string, own: Record<string, string> = {}): Promise<string> {
    const command = start('server/commands/enrollments.ts', words, own)
    expect(await command.ended).toBe(0)
    return shownAt(command)
  }

  const enrollments = () => outbox.query<{ id: string }>('select id from enrollments')

  test.each([
    ['another word', 'delete', keys.enter],
    ['nothing', '', keys.enter],
    ['Ctrl-C', '', keys.ctrlC],
    ['the word, and Ctrl-C instead of Enter', 'the id', keys.ctrlC],
    ['Ctrl-D', '', keys.ctrlD],
  ])('what cannot be undone is not done after %s', async (_, typed, end) => {
    const id = await delivered()
    const command = start('server/commands/enrollments.ts', `delete ${id}`)
    await command.printed(/Type \w+ to go on: /)
    command.type(`${typed === 'the id' ? id.slice(0, 8) : typed}${end}`)
    expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining('Nothing was done.')])
    expect(await enrollments()).toEqual([{ id }])
  })

  test('it is done after the word, corrected while it is typed', async () => {
    const [id, other] = [await delivered(), await delivered()]
    const command = start('server/commands/enrollments.ts', `delete ${id}`)
    await command.printed(/Type \w+ to go on: /)
    command.type(`${id.slice(0, 7)}x\u007f${id.slice(7, 8)}${keys.enter}`)
    expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining('have it deleted there too')])
    expect(await enrollments()).toEqual([{ id: other }])
  })

  test('a bar says how far it is, and is gone at the end', async () => {
    for (let count = 0; count < 3; count += 1) await delivered()
    const command = start('server/commands/enrollments.ts', 'purge --older-than 0d')
    await command.printed(/Type purge to go on: /)
    command.type(`purge${keys.enter}`)
    expect([await command.ended, shownAt(command)]).toEqual([0, expect.stringMatching(/\r␛\[KPurging: ░+ +0% {2}0 of 3 rows\r␛\[KDate of birth and SSN of 3 forms are forgotten\.\r\n$/)])
  })

  test('what goes into a file has neither bar nor colours, which the terminal beside it has', async () => {
    const file = path.join(folder, 'facts')
    const command = start('server/commands/backup.ts', `${folder}/ --json > ${file}`)
    expect([await command.ended, shownAt(command)]).toEqual([0, expect.stringMatching(/\r␛\[KReading it back: [\d,]+ rows/)])
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ file: expect.stringContaining(folder), encrypted: false })
  })

  test('colours are for a terminal, and for whoever wants them', async () => {
    expect(await helpBy('--help')).toMatch(/^␛\[1mUsage:/)
    expect(await helpBy('--help', { NO_COLOR: '1' })).toMatch(/^Usage: [^␛]*$/)
    expect(await helpBy('--help | cat')).toMatch(/^Usage: [^␛]*$/)
    const piped = startCommand(variables, 'server/commands/enrollments.ts', undefined, ['--help'])
    expect([await piped.ended, piped.output()]).toEqual([0, expect.not.stringContaining('\u001b')])
  })

  test('a passphrase is not shown, and is asked for twice', async () => {
    const file = path.join(folder, 'keys.age')
    const asked = async (first: string, again: string) => {
      const command = start('server/commands/backup.ts', `--keys ${file} --passphrase`)
      await command.printed(/Passphrase: $/)
      command.type(`${first}${keys.enter}`)
      await command.printed(/Again: $/)
      command.type(`${again}${keys.enter}`)
      const code = await command.ended
      expect(command.output()).not.toContain('battery')
      return [code, command.output()]
    }
    expect(await asked('correct horse battery', 'correct battery horse')).toEqual([1, expect.stringContaining('The two differ. Nothing was done.')])
    await expect(access(file)).rejects.toThrow('ENOENT')
    expect(await asked('correct horse battery', 'correct horse battery')).toEqual([0, expect.stringContaining(', encrypted.')])
    await access(file)
  })

  test('Ctrl-C ends long work, also through npm, and leaves nothing behind', async () => {
    const made = path.join(folder, 'made')
    await outbox.database.transaction(async (client) => {
      // Until it ends, a backup waits.
      await client.query('lock table public.enrollments in access exclusive mode')
      const command = start('setup/command.mjs', `backup ${made}/`)
      await expect.poll(() => outbox.query(waitingBackup), { timeout: 60_000 }).toHaveLength(1)
      command.type(keys.ctrlC)
      expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining('Stopped. Nothing was changed.')])
    })
    expect(await readdir(made)).toEqual([])
  })

  const waitingBackup = `select from pg_stat_activity where application_name = 'backup' and datname = current_database() and wait_event_type = 'Lock'`
})
