import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFolder } from './replace-folder.mjs'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'replace-'))
  folder = path.join(parent, 'site')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

/** Makes a folder with one file of this content. */
async function put(place: string, content: string): Promise<boolean> {
  await mkdir(place, { recursive: true })
  await writeFile(path.join(place, 'page'), content)
  return true
}

const page = () => readFile(path.join(folder, 'page'), 'utf8')
const silent = () => undefined

/** The number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('a folder is there once it is whole, and then replaced by the next', async () => {
  for (const content of ['first', 'second']) {
    await replaceFolder(folder, silent, (fresh) => put(fresh, content))
    expect(await page()).toBe(content)
    expect(await readdir(parent)).toEqual(['site'])
  }
})

test('what fails, and what finds nothing to do, leaves the folder as it was, and nothing beside it', async () => {
  await put(folder, 'last')
  const failing = replaceFolder(folder, silent, async (fresh) => {
    await put(fresh, 'half')
    throw new Error('no more words')
  })
  await expect(failing).rejects.toThrow('no more words')
  await replaceFolder(folder, silent, async () => false)
  expect(await page()).toBe('last')
  expect(await readdir(parent)).toEqual(['site'])
})

test('what a killed process left is cleared away; killed between its two renames, it has lost nothing', async () => {
  const place = `${folder}.new-${await endedProcess()}`
  await put(path.join(place, 'fresh'), 'half')
  await put(path.join(place, 'last'), 'last')
  await replaceFolder(folder, silent, async () => false)
  expect(await page()).toBe('last')
  expect(await readdir(parent)).toEqual(['site'])
})

test('processes that want the same take turns, and say whom they wait for', async () => {
  const log = path.join(parent, 'log')
  const script = path.join(parent, 'replace.mjs')
  await writeFile(
    script,
    `import { appendFile, mkdir, writeFile } from 'node:fs/promises'
    import { setTimeout as wait } from 'node:timers/promises'
    import { replaceFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'replace-folder.mjs'))}
    await replaceFolder(${JSON.stringify(folder)}, (number) => console.log(\`waits for \${number}\`), async (fresh) => {
      await appendFile(${JSON.stringify(log)}, \`begun \${process.pid}\\n\`)
      await mkdir(fresh)
      await wait(100)
      await writeFile(fresh + '/page', String(process.pid))
      await appendFile(${JSON.stringify(log)}, \`ended \${process.pid}\\n\`)
      return true
    })`,
  )
  const children = Array.from({ length: 5 }, () => spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] }))
  let said = ''
  for (const { stdout } of children) stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const codes = await Promise.all(children.map((child) => once(child, 'close').then(([code]: unknown[]) => code)))
  expect(codes).toEqual([0, 0, 0, 0, 0])
  const turns = (await readFile(log, 'utf8')).trim().split('\n')
  const order = turns.filter((_, index) => index % 2 === 0).map((line) => line.replace('begun ', ''))
  expect(turns).toEqual(order.flatMap((number) => [`begun ${number}`, `ended ${number}`]))
  expect(await page()).toBe(order.at(-1))
  expect(order).toContain(/waits for (\d+)/.exec(said)?.[1])
})
