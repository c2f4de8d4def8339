import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, type Root } from 'postcss'
import { expect, test } from 'vitest'
import { appRooms, borrowingPages, maxSources, type Room, rooms, serverRooms, tidyRooms } from './house-rules.ts'

const root = path.resolve(import.meta.dirname, '..')
const allRooms = [...rooms, ...appRooms, ...serverRooms]

const codeFile = /\.(ts|tsx|mjs)$/
const testFile = /\.test\.tsx?$/

const read = (file: string) => readFile(path.join(root, file), 'utf8')

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && codeFile.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

async function sources(): Promise<string[]> {
  const [folders, files] = [rooms.filter(({ room }) => !codeFile.test(room)), rooms.filter(({ room }) => codeFile.test(room))]
  const below = await Promise.all([...folders.map(({ room }) => room), 'app', 'server'].map(filesBelow))
  return [...files.map(({ room }) => room), ...below.flat()].filter((file) => !testFile.test(file))
}

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`)

/** The innermost room of a file; undefined outside of all rooms. */
const roomOf = (file: string): Room | undefined =>
  allRooms.filter(({ room }) => isIn(file, room)).toSorted((one, other) => other.room.length - one.room.length)[0]

interface Import {
  file: string
  /** A path from the root, or the name of a package. */
  target: string
  isFile: boolean
}

/** The door of the site to `content/` (record 11). */
const words = '#words/'

async function importsOf(file: string): Promise<Import[]> {
  const specifiers = [...(await read(file)).matchAll(/\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map((match) => match[1] ?? '')
  return specifiers.map((specifier) => {
    if (specifier.startsWith(words)) return { file, target: specifier.replace(words, 'content/'), isFile: true }
    const isFile = specifier.startsWith('.')
    return { file, target: isFile ? path.join(path.dirname(file), specifier) : specifier, isFile }
  })
}

/** Inside the site and the gateway, the page writes names without `app/` and `server/`. */
const short = (name: string) => name.replace(/^(app|server)\/(?=.)/, '')

const allImports = async (): Promise<Import[]> => (await Promise.all((await sources()).map(importsOf))).flat()

const allows = (from: Room, to: Room) =>
  from.imports.some((entry) => (entry.endsWith('/*') ? isIn(to.room, entry.slice(0, -2)) : entry === to.room))

test('imports between rooms follow the arrows', async () => {
  const wrong = (await allImports()).filter(({ file, target, isFile }) => {
    const [from, to] = [roomOf(file), roomOf(target)]
    return isFile && from && to && from !== to && !allows(from, to)
  })
  expect(wrong).toEqual([])
})

const pageOf = (file: string) => /^app\/pages\/([\w-]+)\//.exec(file)?.[1]

test('a page draws parts of another page only where that is known', async () => {
  const borrowed = (await allImports()).flatMap(({ file, target }) => {
    const [page, from] = [pageOf(file), pageOf(target)]
    return page && from && page !== from ? [`${page} from ${from}`] : []
  })
  expect([...new Set(borrowed)].toSorted()).toEqual(borrowingPages.map(([page, from]) => `${page} from ${from}`))
})

test('no arrow is drawn that nobody uses', async () => {
  const imports = (await allImports()).filter(({ isFile }) => isFile)
  const isUsed = ({ room }: Room, entry: string) =>
    imports.some(({ file, target }) => {
      const to = roomOf(target)
      return roomOf(file)?.room === room && to && allows({ room, imports: [entry] }, to)
    })
  expect(allRooms.flatMap((each) => each.imports.filter((entry) => !isUsed(each, entry)).map((entry) => [each.room, entry]))).toEqual([])
})

test('the page of the architecture draws the same arrows', async () => {
  const page = await read('docs/architecture.md')
  const rows = [...page.matchAll(/^\| `([\w./-]+?)\/?` \| .* \| (.*) \|$/gm)].map(([, room, imports = '']) => ({
    room,
    imports: imports === 'nothing' ? [] : imports.split(', ').map((each) => each.replaceAll('`', '')),
  }))
  const inside = [...appRooms, ...serverRooms].map(({ room, imports }) => ({ room: short(room), imports: imports.map(short) }))
  expect(rows).toEqual([...rooms.map(({ room, imports }) => ({ room, imports })), ...inside])
})

test('no file imports itself by a detour, types included', async () => {
  const edges = Map.groupBy((await allImports()).filter(({ isFile }) => isFile), ({ file }) => file)
  const reaches = (start: string): boolean => {
    const seen = new Set<string>()
    const open = [start]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const { target } of edges.get(file) ?? []) {
        if (target === start) return true
        if (!seen.has(target)) open.push(target)
        seen.add(target)
      }
    }
    return false
  }
  const tidy = [...edges.keys()].filter((file) => tidyRooms.some((room) => isIn(file, room)))
  expect(tidy.filter(reaches)).toEqual([])
})

test(`no folder holds more than ${maxSources} sources`, async () => {
  const folders = Map.groupBy(await sources(), (file) => path.dirname(file))
  const crowded = [...folders].filter(([folder, files]) => files.length > maxSources && tidyRooms.some((room) => isIn(folder, room)))
  expect(crowded.map(([folder]) => folder)).toEqual([])
})

test('the site takes its words through one door', async () => {
  const files = (await filesBelow('app')).filter((file) => !testFile.test(file))
  const texts = await Promise.all(files.map(read))
  expect(files.filter((_, index) => /from '[./]+content\/[\w-]+\.ts'/.test(texts[index] ?? ''))).toEqual([])
})

test('rules and words use no package but their parser', async () => {
  const wrong = (await allImports())
    .filter(({ target, isFile }) => !isFile && !target.startsWith('virtual:'))
    .filter(({ file, target }) => roomOf(file)?.packages?.test(target) === false)
  expect(wrong).toEqual([])
})

test('rules know no clock, environment or network', async () => {
  const files = await filesBelow('domain')
  const texts = await Promise.all(files.map(read))
  const wrong = files.filter((_, index) => /\b(process|fetch|Date\.now|new Date\(\)|localStorage)\b/.test(texts[index] ?? ''))
  expect(wrong).toEqual([])
})

test('only the backend folder of the site speaks to the backend', async () => {
  const wrong = (await allImports()).filter(
    ({ file, target }) => isIn(file, 'app') && !isIn(file, 'app/backend') && target.startsWith('@supabase/'),
  )
  expect(wrong).toEqual([])
})

test('the environment is read at the entries only', async () => {
  const files = (await sources()).filter((file) => !isIn(file, 'setup'))
  const texts = await Promise.all(files.map(read))
  const readers = files.filter((_, index) => /\bprocess\.env\b/.test(texts[index] ?? ''))
  // The gateway, the command lines of the staff and the operator, and what PostgreSQL's programs may see of it.
  const commands = ['doctor', 'run-command', 'staff-terminal'].map((name) => `server/commands/${name}.ts`)
  expect(readers.toSorted()).toEqual([...commands, 'server/main.ts', 'server/postgres/processes.ts'])
})

/** Every style sheet of the site, with its rules. */
async function styleSheets(): Promise<{ file: string; sheet: Root }[]> {
  const files = (await readdir(path.join(root, 'app'), { recursive: true })).filter((file) => file.endsWith('.css'))
  return Promise.all(files.map(async (file) => ({ file, sheet: parse(await read(path.join('app', file))) })))
}

/** The classes that a selector names. One behind another is a variant of it: `.bad` of `.notice.bad` belongs to `.notice`. */
const classesOf = (selector: string) => selector.match(/(?<!\.[\w-]*)\.[a-z][\w-]*/g) ?? []

test('each class is styled in one file', async () => {
  const owners = new Map<string, Set<string>>()
  for (const { file, sheet } of await styleSheets()) {
    sheet.walkRules(({ selector }) => {
      for (const name of classesOf(selector)) owners.set(name, (owners.get(name) ?? new Set()).add(file))
    })
  }
  expect([...owners].filter(([, files]) => files.size > 1)).toEqual([])
})

/** The style sheets of the site and of the desk: each is the order of all others that its documents have. */
const orders = ['shell/desk.css', 'shell/site.css']

test('one file orders the styles of a document, each in a layer', async () => {
  const texts = await Promise.all(orders.map((file) => read(path.join('app', file))))
  const imports = texts.flatMap((text) => [...text.matchAll(/^@import '(.+)' layer\((?:base|components)\);$/gm)])
  const ordered = imports.map((match) => path.join('shell', match[1] ?? ''))
  const sheets = (await styleSheets()).map(({ file }) => file).filter((file) => !orders.includes(file))
  expect([...new Set(ordered)].toSorted()).toEqual(sheets.toSorted())
})

test('no folder is a drawer for everything', async () => {
  const wrong = (await sources()).filter((file) => /(^|\/)(utils|lib|common|misc|helpers)\//.test(file))
  expect(wrong).toEqual([])
})
