import { expect, test } from 'vitest'
import { explainMissing, missingPackages } from './packages.mjs'

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const locked = { version: '1.0.0', integrity: 'sha512-1' }
const native = { ...locked, optional: true, os: ['linux'], cpu: ['x64'], engines: { node: '^20.19.0 || >=22.12.0' } }
const wanted = {
  '': {},
  'node_modules/library': locked,
  'node_modules/tool': { ...locked, dev: true },
  'node_modules/@native/linux-x64-gnu': { ...native, libc: ['glibc'] },
  'node_modules/@native/linux-x64-musl': { ...native, libc: ['musl'] },
  'node_modules/@native/linux-arm64': { ...native, cpu: ['arm64'] },
  'node_modules/@native/darwin-x64': { ...native, os: ['darwin'] },
  'node_modules/@native/any': { ...locked, optional: true },
  'node_modules/@tool/linux-x64': { ...native, dev: true },
}
const gnu = 'node_modules/@native/linux-x64-gnu'

test.each([
  ['nothing', { 'node_modules/library': locked, [gnu]: locked }, []],
  ['what is for this machine, though it is optional', { 'node_modules/library': locked }, [gnu]],
  ['another version', { 'node_modules/library': { ...locked, version: '0.9.0' }, [gnu]: locked }, ['node_modules/library']],
  ['another content', { 'node_modules/library': locked, [gnu]: { ...locked, integrity: 'sha512-2' } }, [gnu]],
])('%s is missing', (_, present, missing) => {
  expect(missingPackages(wanted, present, { withTools: false, machine })).toEqual(missing)
})

test('tools are missing where they are wanted', () => {
  const present = { 'node_modules/library': locked, [gnu]: locked }
  expect(missingPackages(wanted, present, { withTools: true, machine })).toEqual(['node_modules/tool', 'node_modules/@tool/linux-x64'])
})

test('whoever has an old Node is told which one is needed', () => {
  expect(explainMissing(wanted, [gnu])).toBe(
    `npm has left out packages for this machine: @native/linux-x64-gnu. They need Node ^20.19.0 || >=22.12.0, and this is ${process.versions.node}. ` +
      'If Node is new enough, npm did not reach its registry: try again, once "npm ping" answers.',
  )
})
