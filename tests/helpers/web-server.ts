import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { NginxPlaces } from '../../server/proxies/nginx.ts'
import { createLocalhostCertificate } from './localhost-certificate.ts'
import { freePort } from './ports.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** The address on this machine that the visitor comes from. */
  localAddress?: string
}

export interface WebServer {
  /** Sends the path as it stands, on a connection of its own, as a visitor who trusts the server's certificate. */
  ask(path: string, question?: Question): Promise<Answer>
  /** The certificate authority that its visitors trust, in PEM. */
  authority: string
  stop(): Promise<void>
}

/** Where a web server of the tests listens. */
export interface Ports {
  http: number
  https: number
}

export const freePorts = async (): Promise<Ports> => ({ http: await freePort(), https: await freePort() })

/** Starts nginx, with Debian's defaults for what the site's file does not say. */
export async function startNginx(ports: Ports, siteFile: (places: NginxPlaces) => string): Promise<WebServer> {
  const folder = await serverFolder()
  const { cert, key } = createLocalhostCertificate()
  await Promise.all([writeFile(path.join(folder, 'fullchain.pem'), cert), writeFile(path.join(folder, 'privkey.pem'), key)])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`)
  const site = siteFile({ httpPort: ports.http, certificates: folder })
  const http = ['sendfile on;', 'types_hash_max_size 2048;', 'include /etc/nginx/mime.types;', 'gzip on;', 'access_log off;', ...temporary, site]
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n${http.join('\n')}\n}\n`)
  return running(spawnServer('nginx', ['-c', file, '-e', 'stderr'], folder), 'SIGQUIT', ports, async () => cert, folder)
}

/** Starts Caddy with a certificate authority of its own. */
export async function startCaddy(ports: Ports, site: string): Promise<WebServer> {
  const folder = await serverFolder()
  const file = path.join(folder, 'Caddyfile')
  const globals = ['admin off', 'local_certs', 'skip_install_trust', `http_port ${ports.http}`, `https_port ${ports.https}`]
  await writeFile(file, `{\n${globals.join('\n')}\n}\n${site}`)
  const authority = () => readFile(path.join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8')
  return running(spawnServer('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], folder), 'SIGTERM', ports, authority, folder)
}

async function serverFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'web-server-'))
  // Run as root, nginx has workers of another user.
  await chmod(folder, 0o755)
  return folder
}

interface Started {
  child: ChildProcess
  output: () => string
}

function spawnServer(program: string, parameters: string[], folder: string): Started {
  // Debian keeps nginx where the search path of ordinary users does not lead.
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.once('error', (error) => (text += error.message))
  return { child, output: () => text }
}

async function running(
  { child, output }: Started,
  stopSignal: NodeJS.Signals,
  ports: Ports,
  authority: () => Promise<string>,
  folder: string,
): Promise<WebServer> {
  const exited = once(child, 'close')
  const stop = async () => {
    child.kill(stopSignal)
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  for (;;) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`the web server ended:\n${output()}`)
    const ca = await authority().catch(() => undefined)
    const agent = ca && new Agent({ ca, keepAlive: false })
    const first = agent && (await ask(agent, ports.https, '/').catch(() => undefined))
    if (first) return { ask: (address, question) => ask(agent, ports.https, address, question), authority: ca, stop }
  }
}

async function ask(agent: Agent, port: number, address: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, localAddress } = question
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { host: '127.0.0.1', servername: 'localhost', port, path: address, method, agent, ...(localAddress ? { localAddress } : {}) }
    const outgoing = request({ ...options, headers: { host: `localhost:${port}`, ...length, ...headers } }, (incoming) => {
      const flat = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
      buffer(incoming).then((bytes) => resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(flat), body: bytes }), reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
