import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, statfs, symlink, writeFile } from 'node:fs/promises'
import { freemem, homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { environmentFor } from '../../setup/environment.mjs'
import { environmentOf, parseDockerfile, type Stage, wordsOf } from './dockerfile.ts'

const root = path.resolve(import.meta.dirname, '../..')
const script = path.join(import.meta.dirname, 'run-in-image.sh')

/** An image that was built without Docker: on this machine's Debian, by the steps of the Dockerfile. */
export interface Image {
  /** What it has besides the base image. */
  folder: string
  /** The last stage. */
  stage: Stage
  /** Starts a command as a container does, with the image's environment and these variables on top. */
  start(command: string[], container: Container): ChildProcess
  remove(): Promise<void>
}

export interface Container {
  /** The folder that is its volume. */
  data: string
  /** The file with the settings. */
  settings: string
  variables: Record<string, string>
}

/** Builds the image of a Dockerfile from this checkout, with these build arguments. Needs root on Linux. */
export async function buildImage(dockerfile: string, buildArguments: Record<string, string>): Promise<Image> {
  const folder = await mkdtemp(path.join(await placeForImages(), 'image-'))
  const base = await baseImage(path.join(folder, 'base'))
  const stages = parseDockerfile(await readFile(dockerfile, 'utf8'))
  const ignored = (await readFile(`${dockerfile}.dockerignore`, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'))
  const context = (await readdir(root)).filter((name) => !ignored.some((pattern) => path.matchesGlob(name, pattern)))
  const images = new Map<string, string>()
  for (const [index, stage] of stages.entries()) {
    const image = path.join(folder, `stage-${index}`)
    await mkdir(image)
    images.set(stage.name ?? String(index), image)
    await takeSteps(stage, image)
  }

  async function takeSteps(stage: Stage, image: string): Promise<void> {
    let place = '/'
    const given: Record<string, string> = {}
    for (const { instruction, words } of stage.steps) {
      if (instruction === 'WORKDIR') {
        place = words
        await mkdir(path.join(image, place), { recursive: true })
      } else if (instruction === 'ARG') given[words] = buildArguments[words] ?? ''
      else if (instruction === 'COPY') await copy(words, path.join(image, place), image)
      else if (instruction === 'RUN') await run(image, place, given, words)
    }
  }

  async function copy(words: string, place: string, image: string): Promise<void> {
    const [, from, names = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(words) ?? []
    const [target = '', ...sources] = names.split(' ').toReversed()
    const into = path.resolve(target.startsWith('/') ? path.join(image, target) : path.join(place, target))
    const options = { recursive: true, verbatimSymlinks: true }
    if (from) for (const source of sources) await cp(path.join(images.get(from) ?? '', source), into, options)
    else for (const name of sources.includes('.') ? context : sources) await cp(path.join(root, name), path.join(into, name), options)
  }

  async function run(image: string, place: string, given: Record<string, string>, words: string): Promise<void> {
    const variables = { ...environmentFor('npm'), HOME: '/root', PATH: '/usr/local/bin:/usr/bin:/bin', ...given }
    const command = [...pairs(variables), 'sh', '-c', `cd ${place} && ${words}`]
    const child = spawn(script, command, { env: { PATH: process.env.PATH, HOME: homedir(), IMAGE: image, BASE: base, MODE: 'build' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'close')
    if (child.exitCode !== 0) throw new Error(`RUN ${words}\n${output}`)
  }

  const last = stages.at(-1)
  if (!last) throw new Error(`${dockerfile} is empty`)
  const image = path.join(folder, `stage-${stages.length - 1}`)
  const [user, workingFolder] = [wordsOf(last, 'USER').at(-1), wordsOf(last, 'WORKDIR').at(-1)]
  if (user !== 'node' || workingFolder !== '/app') throw new Error('run-in-image.sh knows another user and folder')
  return {
    folder: image,
    stage: last,
    start: (command, { data, settings, variables }) => {
      const all = pairs({ ...environmentOf(last), ...variables })
      const env = { PATH: process.env.PATH, IMAGE: image, BASE: base, MODE: 'run', DATA: data, ENVFILE: settings }
      return spawn(script, [...all, 'sh', '-c', 'cd /app && exec "$@"', 'sh', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const pairs = (variables: Record<string, string | undefined>) => Object.entries(variables).map(([name, value]) => `${name}=${value ?? ''}`)

const neededBytes = 4 * 1024 ** 3
const memory = '/dev/shm'

/** The memory of a machine that has enough of it, since npm writes ten thousand files, which disks take much longer for. */
async function placeForImages(): Promise<string> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '))
  const options = mounts.find(([, place]) => place === memory)?.[3]?.split(',')
  if (!options || ['noexec', 'ro'].some((option) => options.includes(option)) || freemem() < 2 * neededBytes) return tmpdir()
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize < neededBytes ? tmpdir() : memory
}

/** What the official image of Node adds to Debian: Node and npm, and a user `node` with the number 1000. */
async function baseImage(folder: string): Promise<string> {
  const bin = path.join(folder, 'local/bin')
  await mkdir(bin, { recursive: true })
  await cp(path.join(root, 'node_modules/node/bin/node'), path.join(bin, 'node'))
  const npm = path.resolve(await realpath(which('npm')), '../..')
  await cp(npm, path.join(folder, 'local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(bin, 'npm'))
  await writeFile(path.join(folder, 'passwd'), 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
  await writeFile(path.join(folder, 'group'), 'root:x:0:\nnode:x:1000:\n')
  return folder
}

function which(program: string): string {
  const found = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, program)).find((file) => existsSync(file))
  if (!found) throw new Error(`${program} is missing`)
  return found
}
