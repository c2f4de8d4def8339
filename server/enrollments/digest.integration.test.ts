import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMailServer, type TestMailServer } from '../../tests/helpers/mail-server.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { listenAnywhere } from '../../tests/helpers/ports.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'

let outbox: TestOutbox
let mail: TestMailServer
beforeAll(async () => {
  outbox = await openOutbox()
  mail = await startMailServer()
})
afterAll(async () => {
  await mail?.stop()
  await outbox?.close()
})
beforeEach(() => outbox.clear())

const run = (line: string, variables: Record<string, string> = {}) => openStaffTerminal(outbox.url, variables).run(line)
const byMail = () => ({ TEAM_EMAIL: 'team@example.org', SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'hello@example.org' })

test('without --now it is shown with whom it reaches, and nobody is written to', async () => {
  const { exitCode, output } = await run('digest', byMail())
  expect([exitCode, output]).toEqual([0, 'Nothing needs a person\n\nThis was sent on request, to see that it arrives.\n\nIt goes to TEAM_EMAIL.'])
  expect((await run('digest')).output).toContain('Nobody is written to: set TEAM_EMAIL and SMTP_URL, or TEAM_WEBHOOK_URL.')
  expect(mail.received).toEqual([])
})

test('as JSON it has the counts that the text is made of, and whom it would reach', async () => {
  const id = await outbox.save()
  await outbox.query(`update deliveries set state = 'rejected', reason = 'error-message' where enrollment_id = $1`, [id])
  const { exitCode, output } = await run('digest --json', byMail())
  expect([exitCode, JSON.parse(output)]).toEqual([
    0,
    expect.objectContaining({
      subject: 'A delivery needs a person',
      text: expect.stringContaining(id),
      count: 1,
      deliveries: [expect.objectContaining({ id, state: 'rejected' })],
      to: [{ setting: 'TEAM_EMAIL', result: 'not asked for' }],
    }),
  ])
  expect(JSON.parse((await run('digest --json')).output)).toMatchObject({ to: [] })
  expect(mail.received).toEqual([])
})

test('on request it is sent at once, every time, and the next one is due as before', async () => {
  const id = await outbox.save()
  await outbox.query(`update deliveries set state = 'rejected', reason = 'error-message' where enrollment_id = $1`, [id])
  const due = await outbox.query('select digest_at, digest_told_at from upkeep')
  const bodies: string[] = []
  const hooks = createServer((request, response) => void text(request).then((body) => bodies.push(body) && response.end()))
  const hook = `http://127.0.0.1:${await listenAnywhere(hooks)}/secret`
  for (let count = 1; count < 3; count += 1) {
    const { exitCode, output } = await run('digest --now', { ...byMail(), TEAM_WEBHOOK_URL: hook })
    expect([exitCode, output]).toEqual([0, 'TEAM_EMAIL: sent, "A delivery needs a person"\nTEAM_WEBHOOK_URL: sent, "A delivery needs a person"'])
    expect((await mail.arrived(count)).at(-1)).toMatchObject({ recipients: ['team@example.org'], email: { text: expect.stringContaining(`${id}  rejected (error-message)`) } })
    expect(bodies).toHaveLength(count)
  }
  expect(await outbox.query('select digest_at, digest_told_at from upkeep')).toEqual(due)
  hooks.close()
})

test('each way that fails says why, and the exit code is 1', async () => {
  const refusing = createServer((_, response) => response.writeHead(404).end())
  const hook = `http://127.0.0.1:${await listenAnywhere(refusing)}/secret`
  const both = { ...byMail(), TEAM_WEBHOOK_URL: hook }
  const faults = 'team-webhook-failed: HTTP 404'
  const output = 'TEAM_EMAIL: sent, "Nothing needs a person"\nTEAM_WEBHOOK_URL: not sent'
  expect(await run('digest --now', both)).toEqual({ exitCode: 1, output, faults })
  const asJson = await run('digest --now --json', both)
  expect(asJson).toMatchObject({ exitCode: 1, faults })
  expect(JSON.parse(asJson.output)).toMatchObject({ to: [{ setting: 'TEAM_EMAIL', result: 'sent' }, { setting: 'TEAM_WEBHOOK_URL', result: 'failed' }] })
  refusing.close()
  expect(await run('digest --now')).toMatchObject({ exitCode: 1, faults: expect.stringContaining('Nobody is written to') })
})
