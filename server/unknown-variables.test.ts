import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { variableNames } from './env-variables.ts'
import { explainUnknown, findUnknownVariables, namesInFile } from './unknown-variables.ts'

const sentences = (variables: Record<string, string>, fromFile: string[] = []) =>
  findUnknownVariables(variables, fromFile).map(explainUnknown)

test.each([
  ['DISPUTFOX_TAB_INFO_ID', 'DISPUTEFOX_TAB_INFO_ID'],
  ['SMTP_URI', 'SMTP_URL'],
  ['SITE_STAGES', 'SITE_STAGE'],
  ['site_origin', 'SITE_ORIGIN'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
])('%s is not silent: did you mean %s?', (written, meant) => {
  expect(sentences({ [written]: 'x' })).toEqual([`${written} is no setting: did you mean ${meant}?`])
})

test('a name of ours that is no setting is named too', () => {
  expect(sentences({ DISPUTEFOX_PASSWORD: 'x' })).toEqual(['DISPUTEFOX_PASSWORD is no setting, see .env.example'])
})

test('no setting is suspected, nor a variable of somebody else', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'PORTS', 'MAIL', 'MAILCHECK', 'SESSION_MANAGER', 'DISPLAY',
    'npm_config_user_agent', 'NODE_ENV', 'NODE_OPTIONS', 'UV_THREADPOOL_SIZE', 'PGPASSWORD', 'XDG_DATA_DIRS', 'INVOCATION_ID', 'LC_ALL']
  expect(sentences(Object.fromEntries([...variableNames, ...others].map((name) => [name, 'x'])))).toEqual([])
})

test('in the file of settings every other name counts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'variables-'))
  try {
    const file = path.join(folder, '.env')
    await writeFile(file, '# a comment\nSENDER="who"\nSMTP_URL=smtp://x\nTZ=UTC\n')
    const names = await namesInFile(file)
    expect(names).toEqual(['SENDER', 'SMTP_URL', 'TZ'])
    expect(sentences(Object.fromEntries(names.map((name) => [name, 'x'])), names)).toEqual(['SENDER is no setting, see .env.example'])
    expect(await namesInFile(path.join(folder, 'none'))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
