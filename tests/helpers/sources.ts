import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect } from 'vitest'
import { inWords } from '../../content/format.ts'

// The sources as tests of words read them: files are named from the root.

const root = path.resolve(import.meta.dirname, '../..')

export interface Found {
  file: string
  text: string
}

export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
export const files = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !file.includes('.test.')).toSorted()

export function visit(file: string, visitor: ConstructorParameters<typeof Visitor>[0]): void {
  const { program, errors } = parseSync(file, read(file))
  expect(errors).toEqual([])
  new Visitor(visitor).visit(program)
}

/** A sentence with the count in words where it has a #, and the text of the file that is to have it; both in lower case. */
export function countedIn(file: string, sentence: string, count: number): { text: string; counted: string } {
  const counted = sentence.replace('#', inWords(count)).toLowerCase()
  return { text: read(file).replace(/\s+/g, ' ').toLowerCase(), counted }
}
