import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { environmentFor } from './environment.mjs'
import { projectNode, root, run } from './install.mjs'
import { installed, installPackages, isProgram } from './programs.mjs'

/**
 * The browsers of the tests, and where to find each. The packages are Debian's; on other systems their names are hints.
 * @typedef {{ title: string, variable: string, names: string[], applications: string[], packages: string[] }} Engine
 * @type {Record<'chromium' | 'firefox' | 'webkit', Engine>}
 */
export const engines = {
  chromium: {
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    applications: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    packages: ['chromium'],
  },
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    applications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: ['firefox-esr'],
  },
  webkit: {
    title: 'WebKit',
    variable: 'WEBKIT_PATH',
    names: ['WebKitWebDriver'],
    applications: [],
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'python3-gi-cairo', 'xvfb'],
  },
}

/** @typedef {keyof typeof engines} EngineName */
/** A browser that was found: of the system, or Playwright's own build. @typedef {{ file: string, own: boolean, version: string }} Found */

/** The version that a program prints, without its name; undefined if it does not run. @param {string} file @param {string[]} parameters */
function versionOf(file, ...parameters) {
  const { status, stdout } = spawnSync(file, parameters, { encoding: 'utf8', env: environmentFor('plain') })
  return status === 0 ? /\d\S*/.exec(stdout)?.[0] : undefined
}

/** Prints WebKitGTK's version. Its windows are opened by a Python script (`tests/browsers/webkit-window.py`) under Xvfb. */
const webkitVersion = `
import gi
gi.require_version('WebKit2', '4.1')
gi.require_foreign('cairo')
from gi.repository import WebKit2
print(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version(), sep='.')`

/** @param {EngineName} name @returns {Promise<Found | undefined>} */
async function find(name) {
  const { variable, names, applications } = engines[name]
  const playwright = await import('@playwright/test')
  const own = playwright[name].executablePath()
  const named = process.env[variable]
  if (!isProgram(named) && isProgram(own)) return { file: own, own: true, version: `Playwright's ${path.relative(root, own).match(/[\w-]*-\d+/)?.[0] ?? 'own'}` }
  const file = [named, installed(names), ...applications].find(isProgram)
  if (!file) return undefined
  if (name === 'webkit' && !installed(['Xvfb'])) return undefined
  const version = name === 'webkit' ? versionOf('/usr/bin/python3', '-c', webkitVersion) : versionOf(file, '--version')
  return version ? { file, own: false, version } : undefined
}

/** @param {EngineName} name */
async function install(name) {
  const { title, packages } = engines[name]
  console.log(`Installing ${title} for the tests …`)
  await run(projectNode, [path.join(root, 'node_modules/playwright/cli.js'), 'install', name], {
    stdio: 'ignore',
    env: environmentFor('installer'),
  })
  if (!(await find(name))) await installPackages(packages)
}

/**
 * Finds a browser, or installs it: Playwright's own build, otherwise the distribution's packages.
 * @param {EngineName} name
 */
async function obtain(name) {
  const present = await find(name)
  if (present) return present
  await install(name)
  return await find(name)
}

/**
 * Debian's headless shell of Chromium, which halves the time of the journeys; undefined on other systems, and if
 * Playwright's own build is used, which is headless too.
 * @param {Found} chromium
 */
async function shellOf({ own }) {
  const name = 'chromium-headless-shell'
  if (!own && !installed([name])) await installPackages([name])
  return own ? undefined : installed([name])
}

/** The path of a full Chromium, as visitors use it. */
export async function browser() {
  const found = await obtain('chromium')
  if (found) return found.file
  console.error('This needs a browser. Install Chromium or Chrome, or name one with CHROMIUM_PATH.')
  return process.exit(1)
}

/**
 * All three browsers, as environment variables for Playwright's configuration. An engine that is packaged for Linux only
 * is left out on other systems.
 * @returns {Promise<Record<string, string>>}
 */
export async function browsers() {
  /** @type {Record<string, string>} */
  const settings = {}
  const missing = []
  for (const name of /** @type {const} */ (['chromium', 'firefox', 'webkit'])) {
    const { title, variable, packages } = engines[name]
    const found = await obtain(name)
    if (found) {
      console.log(`${title} ${found.version} (${found.file})`)
      settings[variable] = found.own && name !== 'chromium' ? '' : found.file
      settings[`${name.toUpperCase()}_VERSION`] = found.version
      if (name === 'chromium') settings.CHROMIUM_SHELL_PATH = (await shellOf(found)) ?? ''
    } else missing.push(name)
    if (!found) console.error(`${title} is missing. On Debian it is in ${packages.join(', ')}; elsewhere try: npx playwright install ${name}`)
  }
  if (missing.includes('chromium') || (missing.length > 0 && process.platform === 'linux')) return process.exit(1)
  return { ...settings, E2E_WITHOUT: missing.join() }
}
