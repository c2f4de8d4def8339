import compat, { type BrowserName, type CompatStatement, type Identifier } from '@mdn/browser-compat-data'
import { parseSync } from 'vite'
import packageFacts from '../../package.json' with { type: 'json' }

const browserNames: Record<string, BrowserName> = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'safari_ios' }
const baseline = packageFacts.browserslist.flatMap((query): [BrowserName, number][] => {
  const [name = '', , version] = query.split(' ')
  const browser = browserNames[name]
  return browser ? [[browser, Number(version)]] : []
})

/** Global objects and their interfaces. */
const instances: Record<string, string> = {
  caches: 'CacheStorage', crypto: 'Crypto', document: 'Document', history: 'History', location: 'Location', navigator: 'Navigator',
  performance: 'Performance', screen: 'Screen', self: 'Window', window: 'Window',
}

function isNewer({ support, status }: CompatStatement): boolean {
  return status?.standard_track !== false && baseline.some(([browser, oldest]) => {
    const [latest] = [support[browser]].flat()
    if (!latest || latest.flags || latest.prefix || latest.alternative_name) return true
    const { version_added: added } = latest
    return added === false || added === 'preview' || Number.parseFloat(added.replace('≤', '')) > oldest
  })
}

function statementOf(entry: Identifier | CompatStatement): CompatStatement | undefined {
  return '__compat' in entry ? entry['__compat'] : undefined
}

interface Feature {
  name: string
  isNewer: boolean
}

function* featuresOf(group: Identifier): Generator<Feature & { owner: string; member?: string }> {
  for (const [owner, entry] of Object.entries(group)) {
    const own = statementOf(entry)
    if (own) yield { owner, name: owner, isNewer: isNewer(own) }
    for (const [key, part] of Object.entries(entry)) {
      const member = key.replace(/_(static|event)$/, '')
      const statement = statementOf(part)
      if (statement) yield { owner, member, name: `${owner}.${member}`, isNewer: isNewer(statement) }
    }
  }
}

const language = [...featuresOf(compat.javascript.builtins ?? {})]
const all = [...language, ...featuresOf(compat.api)]
const newer = new Set(all.filter((feature) => feature.isNewer).map(({ name }) => name))
const older = new Set(all.filter((feature) => !feature.isNewer).map(({ member }) => member))
/**
 * Newer methods of built-in objects, which are called on any expression. A name that an older method has too is left out,
 * since it proves nothing.
 */
const newerMethods = new Set(
  language.filter((feature) => feature.isNewer && !newer.has(feature.owner) && !older.has(feature.member)).map(({ member }) => member),
)

/**
 * The features in a script that the oldest browsers of package.json lack, by Mozilla's compatibility data: globals
 * (`Sanitizer`), their members (`AbortSignal.any`, `Navigator.connection`) and methods of built-in objects (`.toSorted`).
 * Methods of other objects are not found, since their type is unknown.
 */
export function newerFeatures(file: string, script: string): string[] {
  const found = new Set<string>()
  const look = (...features: string[]) => features.filter((feature) => newer.has(feature)).forEach((feature) => found.add(feature))
  visit(parseSync(file, script).program, (node) => {
    const name = node.type === 'Identifier' ? nameOf(node) : undefined
    if (name) look(name, `Window.${name}`)
    if (node.type !== 'MemberExpression' || node.computed) return
    const owner = nameOf(node.object)
    const member = nameOf(node.property)
    if (owner) look(`${instances[owner] ?? owner}.${member}`)
    if (newerMethods.has(member)) found.add(`.${member}`)
  })
  // A qualified name makes its unqualified form redundant.
  return [...found].filter((feature) => ![...found].some((other) => other !== feature && other.endsWith(feature)))
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nameOf = (value: unknown) => (isNode(value) && typeof value.name === 'string' ? value.name : undefined)

const namesOnly = new Set(['property', 'key'])

function visit(value: unknown, see: (node: Node) => void): void {
  if (!isNode(value)) return
  if (typeof value.type === 'string') see(value)
  for (const [key, part] of Object.entries(value)) {
    // A property name or key is no reference to a global.
    if (!(namesOnly.has(key) && value.computed === false)) visit(part, see)
  }
}
