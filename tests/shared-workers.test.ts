import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tidyRooms } from './house-rules.ts'

// Test files share their workers' modules (vitest.config.ts).

const root = path.resolve(import.meta.dirname, '..')

/** What a test may change, and what changes it back. */
const undone: [done: RegExp, undo: RegExp][] = [
  // `vi.mock` comes too late where another file has loaded the module, and stays.
  [/\bvi\.mock\(/, /never/],
  [/\bvi\.doMock\(/, /\bvi\.doUnmock\(/],
  [/\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/],
  [/\bvi\.stubEnv\(/, /\bvi\.unstubAllEnvs\(/],
  [/\bvi\.spyOn\(/, /\bvi\.restoreAllMocks\(|\.mockRestore\(/],
  [/\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(/],
]

async function testsIn(room: string): Promise<string[]> {
  const files = await readdir(path.join(root, room), { recursive: true })
  return files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => path.join(root, room, file))
}

test('a test file leaves the modules, globals and clock of its worker as it found them', async () => {
  const rooms = [...tidyRooms.filter((room) => !path.extname(room)), 'tests', 'deploy']
  const files = (await Promise.all(rooms.map(testsIn))).flat().filter((file) => file !== import.meta.filename)
  expect(files.length).toBeGreaterThan(200)
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
  const wrong = texts.filter(({ text }) => undone.some(([done, undo]) => done.test(text) && !undo.test(text)))
  expect(wrong.map(({ file }) => path.relative(root, file))).toEqual([])
})
