import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SystemdMachine {
  /** What the machine keeps in /var/lib. */
  libFolder: string
  /** Runs a program on the machine as root, and resolves with what it prints. */
  run(...command: string[]): Promise<string>
  stop(): Promise<void>
}

/**
 * Boots a systemd that knows the units of `deploy/` alone, with these settings in the project's `.env` and a minimal
 * built site. Needs root on Linux.
 */
export async function bootSystemd(settings: Record<string, string>): Promise<SystemdMachine> {
  const state = await mkdtemp(path.join(tmpdir(), 'systemd-'))
  await chmod(state, 0o755)
  await Promise.all(['lib', 'dist'].map((name) => mkdir(path.join(state, name))))
  await Promise.all(['_headers', '404.html'].map((name) => writeFile(path.join(state, 'dist', name), '')))
  await writeFile(path.join(state, 'settings'), Object.entries(settings).map(([name, value]) => `${name}=${value}\n`).join(''))
  const group = path.join(await controlGroups(), path.basename(state))
  const env = { PATH: process.env.PATH, PROJECT: path.resolve(import.meta.dirname, '../..'), STATE: state, GROUP: group }
  const child = spawn(path.join(import.meta.dirname, 'boot-systemd.sh'), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'close')
  const firstProcess = async () => (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim()
  const inside = async (...command: string[]) => {
    const parameters = ['--target', await firstProcess(), '--mount', '--pid', '--uts', '--ipc', '--cgroup', '--', ...command]
    return (await run('nsenter', parameters)).stdout
  }
  // systemctl answers once systemd has come as far as its first target.
  for (;;) {
    if (child.exitCode !== null) throw new Error(`systemd did not start:\n${output}`)
    if ((await inside('systemctl', 'is-active', 'multi-user.target').catch(() => '')).startsWith('active')) break
  }
  return {
    libFolder: path.join(state, 'lib'),
    run: inside,
    stop: async () => {
      // With the first process the kernel ends all others of the machine.
      process.kill(Number(await firstProcess()), 'SIGKILL')
      await exited
      // Of the kernel's files only the folders can be deleted, the inner ones first.
      await run('find', [group, '-depth', '-type', 'd', '-delete'])
      await rm(state, { recursive: true, force: true })
    },
  }
}

/** Where the kernel's control groups of version 2 are mounted. */
async function controlGroups(): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8')
  const folder = /^\S+ (\S+) cgroup2 /m.exec(mounts)?.[1]
  if (!folder) throw new Error('this machine has no control groups of version 2')
  return folder
}
