import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageFacts from '../package.json' with { type: 'json' }

/** Those that no other program explains: `server/commands/` explains the operator's. */
const scripts = Object.entries(packageFacts.scripts).flatMap(([name, line]): [string, string[]][] => {
  const [, ...words] = line.split(' ')
  return words.includes('setup/command.mjs') ? [] : [[name, words]]
})

function run(script: string[], ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...script, ...words], { encoding: 'utf8', cwd: path.resolve(import.meta.dirname, '..') })
  return { status, stdout, stderr }
}

test.each(scripts)('%s explains itself, and does nothing else', (name, script) => {
  const line = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
  for (const word of ['--help', '-h', 'help']) {
    expect(run(script, word)).toEqual({ status: 0, stderr: '', stdout: expect.stringMatching(new RegExp(`^Usage: ${line}.*\\n\\n.+\\n\\nOptions:\\n(  .*\\n)+\\nExit codes: 0 done, 1 failed or refused, 2 wrong usage\\n$`)) })
  }
})

test.each(scripts)('%s does nothing for a word that it does not take', (_, script) => {
  expect(run(script, '--hlep')).toEqual({ status: 2, stdout: '', stderr: expect.stringContaining("Unknown option '--hlep'\nSee: npm ") })
})

test('a name too many is named: one with a space needs quotes', () => {
  expect(run(['setup/test.mjs'], 'is', 'masked')).toEqual({ status: 2, stdout: '', stderr: "Unknown word 'masked'\nSee: npm test -- --help\n" })
})
