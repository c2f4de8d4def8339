// Which packages of the lockfile are not in node_modules.

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[], engines?: { node?: string } }} Locked
 * @typedef {Record<string, Locked>} Lock
 * @typedef {{ os: string, cpu: string, libc: string | undefined }} Machine
 */

/** @returns {Machine} */
export function thisMachine() {
  const { platform: os, arch: cpu } = process
  if (os !== 'linux') return { os, cpu, libc: undefined }
  const report = process.report.getReport()
  const isGlibc = 'header' in report && report.header instanceof Object && 'glibcVersionRuntime' in report.header
  return { os, cpu, libc: isGlibc ? 'glibc' : 'musl' }
}

/**
 * The names of the packages that are wanted and not present. npm leaves out an optional one without a word, if it could not be
 * fetched or if Node is too old for it; without those that are made for this machine nothing is built.
 * @param {Lock} wanted
 * @param {Lock} present
 * @param {{ withTools: boolean, machine: Machine }} choice
 */
export function missingPackages(wanted, present, { withTools, machine }) {
  return Object.keys(wanted).filter((name) => {
    const locked = wanted[name] ?? {}
    const found = present[name]
    if (found) return found.version !== locked.version || found.integrity !== locked.integrity
    if (name === '' || ((locked.dev || locked.devOptional) && !withTools)) return false
    return !locked.optional || isMadeFor(machine, locked)
  })
}

/**
 * @param {Machine} machine
 * @param {Locked} locked
 */
function isMadeFor({ os, cpu, libc }, locked) {
  return Boolean(locked.os?.includes(os) && locked.cpu?.includes(cpu) && (!libc || !locked.libc || locked.libc.includes(libc)))
}

/**
 * What to do about packages that npm has left out.
 * @param {Lock} wanted
 * @param {string[]} missing
 */
export function explainMissing(wanted, missing) {
  const needs = missing.flatMap((name) => wanted[name]?.engines?.node ?? [])
  const needed = needs.length ? ` They need Node ${[...new Set(needs)].join(' and ')}, and this is ${process.versions.node}.` : ''
  const names = missing.map((name) => name.replace(/^.*node_modules\//, ''))
  return (
    `npm has left out packages for this machine: ${names.join(', ')}.${needed} ` +
    'If Node is new enough, npm did not reach its registry: try again, once "npm ping" answers.'
  )
}
