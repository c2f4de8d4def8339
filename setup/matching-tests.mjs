import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './install.mjs'

const foreign = /^(\.|node_modules$|dist|data$|test-results$)/

/** Paths from the root of the test files that match. @param {RegExp} files */
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
 * Of a runner's files those whose path has the name in it, to run as a whole, and those that have it in the source, where
 * titles are, to run by title. Letters' case is ignored in paths.
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
