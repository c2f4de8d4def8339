import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { projectNode, root, run } from './install.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** @param {string | undefined} file */
function isProgram(file) {
  if (!file) return false
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  const installed = folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...installed, ...applications].find(isProgram)
}

const aptInstall = 'apt-get update -qq && apt-get install -y -qq chromium'

/** The path of a Chromium, installing one where there is none: Playwright's own, else the distribution's. */
export async function browser() {
  const present = await findBrowser()
  if (present) return present
  console.log('Installing a browser for the tests …')
  await run(projectNode, [path.join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], { stdio: 'ignore' })
  const own = await findBrowser()
  if (own) return own
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    await run('sh', ['-c', aptInstall], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const found = await findBrowser()
  if (found) return found
  console.error('The tests need a browser. Install Chromium or Chrome, or name one with CHROMIUM_PATH.')
  return process.exit(1)
}
