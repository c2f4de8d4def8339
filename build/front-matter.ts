import path from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { type FrontMatter, frontMatterSchemas } from '../content/front-matter.ts'

interface SplitDocument {
  frontMatter: FrontMatter
  /** With an empty line for each line of front matter, so that errors name the lines of the file. */
  body: string
}

/**
 * Cuts the YAML between two lines of `---` from the head of a document and checks it with the schema of the
 * document's folder. Throws with the entry that is wrong; the caller names the file.
 */
export function splitFrontMatter(file: string, source: string): SplitDocument {
  const schema = schemaFor(path.basename(path.dirname(file)))
  const head = /^---\r?\n([^]*?\r?\n)---\r?\n/.exec(source)
  if (!head) throw new Error('the front matter between two lines of --- is missing')
  const result = v.safeParse(schema, parse(head[1] ?? ''))
  if (!result.success) throw new Error(result.issues.map(explain).join('; '))
  return { frontMatter: result.output, body: head[0].replace(/[^\n]/g, '') + source.slice(head[0].length) }
}

function schemaFor(folder: string) {
  const found = Object.entries(frontMatterSchemas).find(([name]) => name === folder)
  if (!found) throw new Error(`documents of the folder "${folder}" have no schema in content/front-matter.ts`)
  return found[1]
}

function explain(issue: v.BaseIssue<unknown>): string {
  return `front matter "${v.getDotPath(issue) ?? ''}": ${issue.message}`
}
