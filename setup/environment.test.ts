import { afterEach, beforeEach, expect, test } from 'vitest'
import { variableNames } from '../server/env-variables.ts'
import { environmentFor, forgetSettings } from './environment.mjs'

const canary = 'canary'
let before: NodeJS.ProcessEnv
beforeEach(() => {
  before = { ...process.env }
  for (const name of [...variableNames, 'AWS_SECRET_ACCESS_KEY', 'NPM_TOKEN', 'PGPASSWORD']) process.env[name] = canary
  process.env.HTTPS_PROXY = 'http://user:password@proxy.example.org'
  process.env.npm_config_registry = 'https://packages.example.org/'
})
afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, before)
})

test.each(['plain', 'npm', 'installer', 'go', 'tests'] as const)('a %s program gets what it needs to run, and no setting', (kind) => {
  const given = environmentFor(kind)
  expect(given.PATH).toBe(before.PATH)
  expect(Object.entries(given).filter(([, value]) => value === canary)).toEqual([])
})

test('the address of a proxy and the settings of npm are for those who download', () => {
  for (const kind of ['plain', 'tests'] as const) {
    expect(Object.keys(environmentFor(kind)).filter((name) => /proxy|npm_config/i.test(name))).toEqual([])
  }
  expect(environmentFor('installer')).toHaveProperty('HTTPS_PROXY')
  expect(environmentFor('npm')).toMatchObject({ HTTPS_PROXY: process.env.HTTPS_PROXY, npm_config_registry: process.env.npm_config_registry })
})

test('a process that has forgotten its settings hands none on', () => {
  forgetSettings()
  expect(Object.entries(process.env).filter(([, value]) => value === canary)).toEqual([])
  expect(process.env.PATH).toBe(before.PATH)
})
