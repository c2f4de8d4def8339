import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Command, startCommand } from './command.ts'
import { freePort } from './ports.ts'

export interface RunningGateway {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string
  command: Command
}

export interface GatewayFixture {
  dataFolder: string
  /** Starts a gateway in a separate process. All starts share the data folder and so the keys. */
  start(variables: Record<string, string>): Promise<RunningGateway>
  /** Kills gateways that are still running. */
  close(): Promise<void>
}

/** A data folder and a minimal site for gateways that are started, killed and restarted. */
export async function openGatewayFixture(): Promise<GatewayFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-'))
  const site = path.join(folder, 'dist')
  const dataFolder = path.join(folder, 'data')
  await mkdir(site)
  await Promise.all(['_headers', '404.html'].map((name) => writeFile(path.join(site, name), '')))
  const started: Command[] = []
  return {
    dataFolder,
    async start(variables) {
      const port = String(await freePort())
      const partnersPort = String(await freePort())
      const own = { PORT: port, PARTNERS_PORT: partnersPort, DATA_DIR: dataFolder, DIST_DIR: site }
      const command = startCommand({ ...own, ...variables }, 'server/main.ts')
      started.push(command)
      await command.printed(/Ctrl-C stops everything/)
      return { url: `http://127.0.0.1:${port}`, command }
    },
    async close() {
      for (const { child } of started) child.kill('SIGKILL')
      await Promise.all(started.map(({ ended }) => ended))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once the gateway accepts no connections any more. */
export async function stoppedListening({ url }: RunningGateway): Promise<void> {
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  while (await answers());
}
