import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import * as v from 'valibot'
import { listen } from '../../server/http/listen.ts'

export interface PackageRegistry {
  url: string
  /** Of the archive that it serves, as a lockfile names it. */
  integrity: string
  close(): Promise<void>
}

const factsSchema = v.object({ name: v.string(), version: v.string() })

/** A registry of npm on this machine that has one package, packed from its installed folder. */
export async function openPackageRegistry(installed: string, work: string): Promise<PackageRegistry> {
  const facts = v.parse(factsSchema, JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')))
  const parameters = ['pack', installed, '--pack-destination', work, '--ignore-scripts', '--json', '--cache', path.join(work, 'cache')]
  const { stdout } = await promisify(execFile)('npm', parameters, { cwd: work })
  const [packed] = v.parse(v.array(v.object({ filename: v.string() })), JSON.parse(stdout))
  const archive = await readFile(path.join(work, packed?.filename ?? ''))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const app = new Hono()
  app.get('/archive.tgz', (context) => context.body(new Uint8Array(archive)))
  app.get('*', (context) => {
    if (decodeURIComponent(context.req.path) !== `/${facts.name}`) return context.json({ error: 'not found' }, 404)
    const dist = { integrity, tarball: new URL('/archive.tgz', context.req.url).href }
    return context.json({ name: facts.name, 'dist-tags': { latest: facts.version }, versions: { [facts.version]: { ...facts, dist } } })
  })
  const listener = await listen(app, '127.0.0.1', 0, 'PORT')
  return { url: `${listener.origin}/`, integrity, close: () => listener.close() }
}
