import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { closureOf, exceptions, installedPackages, isAccepted, isExcepted, type Locked, permissive, thirdPartyPage } from './third-party.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFile(path.join(root, file), 'utf8')
const locked: Locked = JSON.parse(await read('package-lock.json')).packages
const project = JSON.parse(await read('package.json'))
const packages = installedPackages(locked)

test('the list of packages and licences is the one that package-lock.json leads to', async () => {
  expect(await read('docs/third-party.md'), 'run `npm run third-party`').toBe(thirdPartyPage(locked))
})

test('no package has a licence that nobody has looked at', () => {
  expect(packages.filter((each) => !isAccepted(each))).toEqual([])
})

test('a licence that asks for the source, or none at all, is not accepted, nor an exception for others', () => {
  for (const licence of ['GPL-3.0', 'AGPL-3.0-only', 'SSPL-1.0', 'none', 'UNLICENSED']) {
    expect(isAccepted(['openpgp', licence])).toBe(false)
  }
  expect(isAccepted(['left-pad', 'LGPL-3.0+'])).toBe(false)
})

test('no exception is left over', () => {
  expect(exceptions.filter((exception) => !packages.some((each) => isExcepted(each, exception)))).toEqual([])
})

/** The packages that the site's own sources import, without the tests. */
async function importedBySite(): Promise<Set<string>> {
  const imported = new Set<string>()
  for (const room of ['app', 'content', 'domain']) {
    const entries = await readdir(path.join(root, room), { recursive: true })
    for (const file of entries.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
      const source = await read(path.join(room, file))
      for (const [, name = ''] of source.matchAll(/^(?:import|export)\b(?:[^'"`=]*\bfrom)? '((?:@[\w.-]+\/)?\w[\w.-]*)/gm)) imported.add(name)
    }
  }
  return imported
}

test('what a browser gets is under licences that ask for no more than to be named', async () => {
  const imported = await importedBySite()
  expect([...imported]).toEqual(expect.arrayContaining(['react', 'react-dom', '@supabase/auth-js']))
  const licences = new Map(packages)
  const others = [...closureOf(locked, imported)].filter((name) => !permissive.has(licences.get(name) ?? 'none'))
  expect(others).toEqual([])
})

// By name alone: npm takes versions for proven only from the addresses of packages, which this lockfile leaves out. What is
// allowed is still certain versions with certain contents, since the lockfile has the hash of each package.
test('exactly the packages that are named may run a script when they are installed, each with a content that is locked', () => {
  const withScripts = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = new Set(withScripts.map(([place]) => place.replace(/^.*node_modules\//, '')))
  expect(Object.keys(project.allowScripts).toSorted()).toEqual([...names].toSorted())
  expect(Object.values(project.allowScripts).filter((isAllowed) => isAllowed !== true)).toEqual([])
  expect(withScripts.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
})

test('every package is locked to one content, and what the project asks for to one version', () => {
  const loose = Object.entries(locked).filter(([place, { integrity }]) => place !== '' && !integrity?.startsWith('sha512-'))
  expect(loose.map(([place]) => place)).toEqual([])
  const asked = Object.entries<string>({ ...project.dependencies, ...project.devDependencies })
  expect(asked.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})
