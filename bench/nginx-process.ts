import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../tests/helpers/ports.ts'

export interface NginxProcess {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string
  /** The process id of its only worker. */
  pid: number
  stop(): Promise<void>
}

/** Whether a program is installed. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts nginx with one worker and no log, serving the site's precompressed files. */
export async function startNginx(siteFolder: string): Promise<NginxProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  // If this runs as root, the worker runs as another user.
  await chmod(folder, 0o755)
  await cp(siteFolder, path.join(folder, 'site'), { recursive: true })
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port))
  const nginx = spawn('nginx', ['-c', file, '-e', path.join(folder, 'error.log')], { stdio: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).then((response) => response.ok, () => false))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start')
  }
  const children = await readFile(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8')
  return {
    origin,
    pid: Number(children.trim()),
    stop: async () => {
      nginx.kill('SIGQUIT')
      await once(nginx, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, port: number): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`)
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  ${places.join('\n  ')}
  access_log off;
  include /etc/nginx/mime.types;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=1000;
  gzip_static on;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/site;
  }
}
`
}
