/** What package-lock.json says of one package. */
interface LockedPackage {
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
  integrity?: string
  dependencies?: Record<string, string>
}

/** The packages of package-lock.json by their place, such as `node_modules/react`; the project itself is at ''. */
export type Locked = Record<string, LockedPackage>

/** Licences that ask for no more than to be named. */
export const permissive = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'Unlicense'])

/** A package whose licence asks for more, with its parts for each platform, and why that is no obstacle. */
interface Exception {
  name: string
  licences: string[]
  why: string
}

/** None of them is in the site's own scripts. */
export const exceptions: Exception[] = [
  { name: 'lightningcss', licences: ['MPL-2.0'], why: 'writes the style sheet at build; its own files stay as they are' },
  {
    name: '@img/sharp',
    licences: ['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
    why: 'draws pictures at build, with libvips as a library of its own',
  },
  { name: 'openpgp', licences: ['LGPL-3.0+'], why: 'runs in the gateway and the function as a package of its own, unchanged' },
]

export const isExcepted = ([name, licence]: [name: string, licence: string], exception: Exception) =>
  (name === exception.name || name.startsWith(`${exception.name}-`)) && exception.licences.includes(licence)

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The packages that are installed where the site is built or served, by name, with their licences. */
export function installedPackages(locked: Locked): [name: string, licence: string][] {
  const found = Object.entries(locked).flatMap(([place, { license = 'none', dev }]): [string, string][] =>
    place === '' || dev ? [] : [[nameOf(place), license]],
  )
  return [...new Map(found)].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Whether the licence asks for no more than to be named, or the package is a known exception. */
export const isAccepted = ([name, licence]: [name: string, licence: string]) =>
  permissive.has(licence) || exceptions.some((exception) => isExcepted([name, licence], exception))

/** The text of docs/third-party.md. */
export function thirdPartyPage(locked: Locked): string {
  const byLicence = Map.groupBy(installedPackages(locked), ([, licence]) => licence)
  const rows = [...byLicence]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, packages]) => `| ${licence} | ${packages.map(([name]) => name).join(', ')} |`)
  const reasons = exceptions.map(({ name, why }) => `- \`${name}\` ${why}.`)
  return [
    '# Packages of others, and their licences',
    'Written by `npm run third-party` from package-lock.json, which has the versions: what is installed where the site is built or served.',
    'Whose code is in the scripts that a browser gets is in `licences.md` of the built site, with the texts of their licences.',
    `| Licence | Packages |\n|---|---|\n${rows.join('\n')}`,
    `Licences that ask for more than to be named, and why that is no obstacle:\n\n${reasons.join('\n')}\n`,
  ].join('\n\n')
}

/** Whatever these packages bring with them, themselves included. */
export function closureOf(locked: Locked, names: Iterable<string>): Set<string> {
  const closure = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (closure.has(name)) continue
    closure.add(name)
    open.push(...Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {}))
  }
  return closure
}
