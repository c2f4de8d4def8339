import type { ClientBase } from 'pg'
import { describeBehaviour } from './behaviour.ts'
import { describeCatalogue, type Section } from './catalogue.ts'
import type { Caller } from './samples.ts'

const introduction = `# Who may do what

Written by tests/access/ from what every caller has really tried on every table, column and function of the migrations, and
from the catalogue. A test writes it again and compares; \`npm run mutate\` takes every right and every protection away, one
at a time, and finds out whether this page would change.

\`-\` is a missing privilege, \`none\` a table whose rows are all hidden, \`refused\` row-level security, \`stopped\` a trigger; other
words in the code's type are constraints and error codes. Callers with an account are named by what is odd about it.`

/** The page \`access-matrix.md\`. */
export async function describeAccess(client: ClientBase, callers: Caller[]): Promise<string> {
  const tried = await describeBehaviour(client, callers)
  const granted = await describeCatalogue(client)
  return `${[introduction, '## As tried', ...tried.map(write), '## As granted', ...granted.map(write)].join('\n\n')}\n`
}

const write = ({ heading, text }: Section) => `### ${heading}\n\n${text}`

/** Which of these sections are not in the page. */
export const changedSections = (page: string, sections: Section[]): string[] =>
  sections.filter((section) => !page.includes(`${write(section)}\n`)).map(({ heading }) => heading)
