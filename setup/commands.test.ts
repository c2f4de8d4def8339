import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
const entryOf = (script: string) => /^node (setup\/[\w-]+\.mjs)\b/.exec(script)?.[1] ?? ''

test.each(Object.entries(scripts))('npm run %s works in a fresh clone, and after nothing but npm start: it installs what it needs', (_, script) => {
  const entry = entryOf(script)
  expect(entry).not.toBe('')
  const lines = read(entry).split('\n')
  const installs = lines.findIndex((line) => /^await install\(\{ withTools: (true|false) \}\)$/.test(line))
  expect(installs).toBeGreaterThan(-1)
  // Before that, only what is there without any package, in what every Node since 20 reads.
  const early = lines.slice(0, installs).flatMap((line) => /^import .*'(.*)'$/.exec(line)?.[1] ?? [])
  expect(early.filter((from) => !/^node:|^\.\/[\w-]+\.mjs$/.test(from))).toEqual([])
})

test('npm keeps no log of a command, which would fail the command on a full disk', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const { stdout } = await promisify(execFile)('npm', ['run'], { cwd: root, env: { PATH: process.env.PATH, HOME: home } })
  expect(stdout).toContain('doctor')
  expect(existsSync(path.join(home, '.npm/_logs'))).toBe(false)
})
