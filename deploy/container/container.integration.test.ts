import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { access, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { buildImage, type Container, type Image } from '../../tests/helpers/container.ts'
import { parseDockerfile, wordsOf } from '../../tests/helpers/dockerfile.ts'
import { freePort } from '../../tests/helpers/ports.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const dockerfile = path.join(import.meta.dirname, 'Dockerfile')
const stages = parseDockerfile(await readFile(dockerfile, 'utf8'))
const { services, volumes } = parse(await readFile(path.join(root, 'compose.yaml'), 'utf8'))

test('the image brings the version of Node that the project pins', async () => {
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  expect(stages.map(({ base }) => base)).toEqual(stages.map(() => `node:${dependencies.node}-bookworm-slim`))
})

test('the built pages get all settings that they depend on', () => {
  const names = stages.flatMap((stage) => wordsOf(stage, 'ARG'))
  expect(services.site.build.args).toEqual(Object.fromEntries(names.map((name) => [name, `\${${name}-}`])))
})

test('both containers can write nothing but their volumes, and may do nothing that a program without rights may not', () => {
  for (const { read_only, cap_drop, security_opt, volumes: mounted } of [services.site, services.web]) {
    expect([read_only, cap_drop, security_opt]).toEqual([true, ['ALL'], ['no-new-privileges:true']])
    const [files, kept] = [mounted.filter((each: string) => each.startsWith('./')), mounted.filter((each: string) => !each.startsWith('./'))]
    expect(files.every((each: string) => each.endsWith(':ro'))).toBe(true)
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(kept.map((each: string) => each.split(':')[0])))
  }
  expect(services.web.cap_add).toEqual(['NET_BIND_SERVICE'])
  expect(services.site).toMatchObject({ init: true, tmpfs: ['/tmp'], volumes: ['data:/data', './.env:/app/.env:ro'] })
})

/** The process in the container with the number 1. */
async function firstProcess(child: { pid?: number | undefined }): Promise<number> {
  return Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'))
}

describe.skipIf(process.env.TEST_WITHOUT?.includes('systemctl'))('the image', () => {
  let image: Image
  let folder: string
  let container: Container
  let origin: string

  beforeAll(async () => {
    image = await buildImage(dockerfile, { SITE_ORIGIN: 'https://www.grace.test', SITE_STAGE: 'development' })
    folder = await mkdtemp(path.join(tmpdir(), 'container-'))
    const [data, settings, port] = [path.join(folder, 'data'), path.join(folder, 'settings'), await freePort()]
    await mkdir(data, { mode: 0o700 })
    await chown(data, 1000, 1000)
    await writeFile(settings, 'SITE_ORIGIN=https://www.grace.test\nSITE_STAGE=development\nTRUST_PROXY=1\n')
    container = { data, settings, variables: { PORT: String(port), PARTNERS_PORT: String(await freePort()) } }
    origin = `http://127.0.0.1:${port}`
  }, 1_200_000)

  afterAll(async () => {
    await image?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function started() {
    const child = image.start(JSON.parse(wordsOf(image.stage, 'CMD').at(-1) ?? ''), container)
    const ended = once(child, 'close')
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const health: string[] = JSON.parse(wordsOf(image.stage, 'HEALTHCHECK').at(-1)?.replace(/^.* CMD /, '') ?? '')
    const inside = async (...command: string[]) => {
      const first = await firstProcess(child)
      const variables = (await readFile(`/proc/${first}/environ`, 'utf8')).split('\0').filter(Boolean)
      const parameters = ['--target', String(first), '--mount', '--pid', '--ipc', '--uts', '--root', '--wd', '--setuid', '1000', '--setgid', '1000']
      return run('nsenter', [...parameters, '--', 'env', '-i', ...variables, ...command])
    }
    const isHealthy = () => inside(...health).then(() => true, () => false)
    while (!(await isHealthy())) if (child.exitCode !== null) throw new Error(output)
    return {
      child,
      inside,
      isHealthy,
      stop: async () => {
        process.kill(await firstProcess(child), 'SIGTERM')
        await ended
        return output
      },
    }
  }

  const readiness = () => fetch(`${origin}/readyz`).then(({ status }) => status)
  const account = { method: 'POST', body: JSON.stringify({ email: 'kept@example.com', password: 'a long enough password' }) }

  test('it holds neither settings nor data nor what only tests need, and is small', async () => {
    const files = await readdir(path.join(image.folder, 'app'))
    for (const name of ['.env', '.git', 'data', 'tests', 'docs']) expect(files).not.toContain(name)
    await expect(access(path.join(image.folder, 'app/node_modules/vitest'))).rejects.toThrow(/ENOENT/)
    const { stdout } = await run('du', ['-sm', image.folder])
    expect(Number.parseInt(stdout)).toBeLessThan(260)
  })

  test('it serves the site as an ordinary user who can write nothing but data', async () => {
    const { child, inside, stop } = await started()
    expect((await fetch(`${origin}/about`)).status).toBe(200)
    expect((await fetch(`${origin}/auth/v1/signup`, account)).status).toBe(200)
    const status = await readFile(`/proc/${await firstProcess(child)}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
    expect(status).toMatch(/^CapBnd:\t0{16}$/m)
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    await expect(inside('touch', '/app/server/other.ts')).rejects.toThrow(/Read-only file system/)
    expect((await inside('npm', 'run', 'enrollments', '--', 'list')).stdout).toContain('There is none.')
    await stop()
  })

  test('it stops in order, and what was stored is there when it starts again', async () => {
    const again = await started()
    expect((await fetch(`${origin}/auth/v1/token?grant_type=password`, account)).status).toBe(200)
    await again.stop()
    await expect(access(path.join(container.data, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/)
  })

  test('it stays healthy while clients can save nothing, which no restart mends', async () => {
    const { inside, isHealthy, stop } = await started()
    await expect.poll(readiness, { timeout: 60_000, interval: 100 }).toBe(200)
    await inside('pkill', '-STOP', 'postgres')
    await expect.poll(readiness, { timeout: 60_000, interval: 100 }).toBe(503)
    expect(await isHealthy()).toBe(true)
    await inside('pkill', '-CONT', 'postgres')
    await stop()
  })
})
