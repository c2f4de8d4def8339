import { spawnSync } from 'node:child_process'
import { installed, installPackages } from './programs.mjs'

/** What the files of `deploy/` are tested with: programs, and Debian's packages of them. @type {[string, string][]} */
const programs = [['nginx', 'nginx-light'], ['caddy', 'caddy'], ['systemctl', 'systemd']]

const missing = () => programs.filter(([name]) => !installed([name]))

/** Whether this user may boot a service manager of its own: as root, where namespaces are allowed. */
const mayBoot = () => process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0

/**
 * Finds the web servers and the service manager that tests run the gateway with, and installs Debian's packages as root
 * on Linux. Returns what cannot be tested with; a web server that is missing on Linux ends the run.
 * @returns {Promise<string[]>}
 */
export async function untestedPrograms() {
  if (missing().length) {
    console.log('Installing web servers and systemd for the tests …')
    await installPackages(missing().map(([, each]) => each), '--no-install-recommends')
  }
  for (const [name, each] of missing()) console.error(`${name} is missing. On Debian it is in ${each}.`)
  if (missing().length && process.platform === 'linux') process.exit(1)
  const names = missing().map(([name]) => name)
  return names.includes('systemctl') || mayBoot() ? names : [...names, 'systemctl']
}
