import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../tests/helpers/ports.ts'
import { bootSystemd, type SystemdMachine } from '../tests/helpers/systemd-machine.ts'

const run = promisify(execFile)
const unit = path.join(import.meta.dirname, 'second-mile.service')

let machine: SystemdMachine
let origin: string

const inService = (...command: string[]) => machine.run('systemctl', ...command, 'second-mile.service')
const property = async (name: string) => (await inService('show', '--property', name, '--value')).trim()
const readiness = () => fetch(`${origin}/readyz`).then(({ status }) => status, () => 0)
const patience = { timeout: 60_000, interval: 100 }

describe.skipIf(process.env.TEST_WITHOUT?.includes('systemctl'))('the service', () => {
  beforeAll(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    machine = await bootSystemd({ PORT: String(port), PARTNERS_PORT: String(await freePort()) })
  })

  afterAll(() => machine.stop())

  test('the service could do little harm if it were taken over, by the measure of systemd', async () => {
    const { stdout } = await run('systemd-analyze', ['security', '--offline=yes', unit])
    expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3)
  })

  test('it starts, answers, and keeps its data where nobody else may look', async () => {
    await inService('start')
    await expect.poll(readiness, patience).toBe(200)
    expect(await property('User')).toBe('second-mile')
    const data = path.join(machine.libFolder, 'second-mile')
    const { uid, mode } = await stat(data)
    expect([uid, (mode & 0o777).toString(8)]).toEqual([990, '700'])
    expect(await readFile(path.join(data, 'postgres/PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/)
  })

  const account = { method: 'POST', body: JSON.stringify({ email: 'kept@example.com', password: 'a long enough password' }) }

  test('killed without warning, it comes back with everything that was stored', async () => {
    expect((await fetch(`${origin}/auth/v1/signup`, account)).status).toBe(200)
    const before = await property('MainPID')
    await machine.run('kill', '-KILL', before)
    await expect.poll(() => property('NRestarts'), patience).toBe('1')
    await expect.poll(readiness, patience).toBe(200)
    expect(await property('MainPID')).not.toBe(before)
    expect((await fetch(`${origin}/auth/v1/token?grant_type=password`, account)).status).toBe(200)
  })

  test('a stop ends the gateway, then the database in order, and leaves no process', async () => {
    await inService('stop')
    expect(await readiness()).toBe(0)
    expect([await property('ActiveState'), await property('Result')]).toEqual(['inactive', 'success'])
    const data = path.join(machine.libFolder, 'second-mile/postgres')
    await expect(stat(path.join(data, 'postmaster.pid'))).rejects.toThrow(/ENOENT/)
    expect(await machine.run('sh', '-c', `cat /var/lib/second-mile/postgres/log/*`)).toMatch(/database system is shut down\n$/)
  })
})
