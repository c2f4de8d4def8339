import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './install.mjs'

/** Entries of the root that are not of the project. */
export const foreign = /^(\.|node_modules$|dist|data$|test-results$)/

/** The paths of matching test files, relative to the root. @param {RegExp} files */
async function testFiles(files) {
  const entries = await readdir(root, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !foreign.test(entry.name)).map(({ name }) => name)
  const below = await Promise.all(
    folders.map(async (folder) => (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file))),
  )
  const own = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return [...own, ...below.flat()].filter((file) => files.test(file)).toSorted()
}

/**
 * A runner's test files whose path contains the name, ignoring case, which are run completely; and other files whose
 * source contains it, which are run by title.
 * @param {RegExp} files
 * @param {string} name
 */
export async function matchingTests(files, name) {
  const all = await testFiles(files)
  const byPath = all.filter((file) => file.toLowerCase().includes(name.toLowerCase()))
  const others = all.filter((file) => !byPath.includes(file))
  const texts = await Promise.all(others.map((file) => readFile(path.join(root, file), 'utf8')))
  return { byPath, byTitle: others.filter((_, index) => texts[index]?.includes(name)) }
}
