import { readFile } from 'node:fs/promises'
import { compile } from '@mdx-js/mdx'
import remarkGfm from 'remark-gfm'
import type { Plugin } from 'vite'
import { headingIds, ledgerTables, type Heading } from './document-tree.ts'
import { splitFrontMatter } from './front-matter.ts'

/**
 * Compiles each `content/<folder>/*.mdx` to a module: its default export is the body, a React component that takes the
 * `components` for the tags it uses; `frontMatter` is checked by folder; `headings` are its sections. Imported
 * with `?front-matter`, the module has only the front matter, for pages that just list documents.
 */
export function mdx(): Plugin {
  return {
    name: 'mdx',
    load: {
      filter: { id: /\.mdx(\?front-matter)?$/ },
      async handler(id) {
        const [file = '', query] = id.split('?')
        this.addWatchFile(file)
        const document = await readDocument(file, await readFile(file, 'utf8'))
        return { code: query ? exportOf('frontMatter', document.frontMatter) : moduleOf(document), moduleType: 'js' }
      },
    },
  }
}

interface ReadDocument {
  frontMatter: unknown
  headings: Heading[]
  /** The module of the body. */
  body: string
}

/** Compiles one document. Rejects with an error that names the file and what is wrong in it. */
export async function readDocument(file: string, source: string): Promise<ReadDocument> {
  try {
    const { frontMatter, body } = splitFrontMatter(file, source)
    const headings: Heading[] = []
    const compiled = await compile(body, {
      remarkPlugins: [remarkGfm],
      rehypePlugins: [[headingIds, headings], ledgerTables],
      tableCellAlignToStyle: false,
    })
    return { frontMatter, headings, body: String(compiled) }
  } catch (error) {
    throw new Error(`${shortName(file)}: ${reason(error)}`, { cause: error })
  }
}

function moduleOf({ body, frontMatter, headings }: ReadDocument): string {
  return [body, exportOf('frontMatter', frontMatter), exportOf('headings', headings)].join('\n')
}

function exportOf(name: string, value: unknown): string {
  return `export const ${name} = ${JSON.stringify(value)}\n`
}

/** `content/legal/terms.mdx`, wherever the project lies. */
function shortName(file: string): string {
  return file.split(/[\\/]/).slice(-3).join('/')
}

/** MDX puts the line and column into an error's name, and 1:1 where it does not know them. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return /^\d/.test(error.name) && error.name !== '1:1' ? `${error.name} ${error.message}` : error.message
}
