import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { superuserUrl } from '../server/postgres/embedded.ts'
import { runtimeVariables } from '../setup/install.mjs'
import { startCommand } from '../tests/helpers/command.ts'
import { freePort } from '../tests/helpers/ports.ts'
import { noLimits, noQuotas } from '../tests/helpers/no-limits.ts'

export interface GatewayProcess {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string
  pid: number
  /** The built site that it serves. */
  distFolder: string
  /** The address of its PostgreSQL, as the superuser. */
  databaseUrl(): Promise<string>
  /** The resident set size, as Linux reports it. */
  residentMegabytes(): Promise<number>
  stop(): Promise<void>
}

/** Starts the gateway as an operator does, on the built site, with a data folder of its own. */
export async function startGatewayProcess(
  distFolder: string,
  settings: Record<string, string> = { RATE_LIMITS: noLimits, QUOTAS: JSON.stringify(noQuotas) },
): Promise<GatewayProcess> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(dataFolder, 0o711)
  const port = await freePort()
  const variables = {
    ...runtimeVariables,
    PORT: String(port),
    PARTNERS_PORT: String(await freePort()),
    DATA_DIR: dataFolder,
    DIST_DIR: distFolder,
    ...settings,
  }
  const command = startCommand(variables, 'server/main.ts')
  await command.printed(new RegExp(`http://127\\.0\\.0\\.1:${port}`))
  const { pid } = command.child
  if (pid === undefined) throw new Error('the gateway has no process')
  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    distFolder,
    databaseUrl: () => superuserUrl(dataFolder),
    residentMegabytes: async () => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
    },
    stop: async () => {
      command.child.kill('SIGTERM')
      await command.ended
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
