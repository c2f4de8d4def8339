import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile } from '@mdx-js/mdx'
import type { Root } from 'hast'
import remarkGfm from 'remark-gfm'
import type { Plugin } from 'vite'
import type { ConsentText } from '../domain/consents.ts'
import { textOf } from './document-text.ts'
import { headingIds, ledgerTables, type Heading } from './document-tree.ts'
import { splitFrontMatter } from './front-matter.ts'
import { sha256Of } from './sha256.ts'

/**
 * Compiles each `content/<folder>/*.mdx` to a module: its default export is the body, a React component that takes the
 * `components` for the tags it uses; `frontMatter` is checked by folder; `headings` are its sections. Imported
 * with `?front-matter`, the module has only the front matter, for pages that just list documents, and with `?shown` only
 * which text in which version it is, for pages where somebody agrees to it.
 */
export function mdx(): Plugin {
  return {
    name: 'mdx',
    load: {
      filter: { id: /\.mdx(\?front-matter|\?shown)?$/ },
      async handler(id) {
        const [file = '', query] = id.split('?')
        this.addWatchFile(file)
        const document = await readDocument(file, await readFile(file, 'utf8'))
        return { code: moduleOf(document, query), moduleType: 'js' }
      },
    },
  }
}

interface ReadDocument {
  frontMatter: unknown
  headings: Heading[]
  /** The module of the body. */
  body: string
  /** Where it has versions: what it reads, with its title first (R-CONSENT-TEXT). */
  shown: ConsentText | undefined
}

/** Compiles one document. Rejects with an error that names the file and what is wrong in it. */
export async function readDocument(file: string, source: string): Promise<ReadDocument> {
  try {
    const { frontMatter, body } = splitFrontMatter(file, source)
    const headings: Heading[] = []
    let shown: ReadDocument['shown']
    const readText = () => (tree: Root) => {
      if (!('version' in frontMatter)) return
      const text = [...('title' in frontMatter ? [frontMatter.title] : []), textOf(tree)].join('\n')
      shown = { document: path.basename(file, '.mdx'), version: frontMatter.version, sha256: sha256Of(text), text }
    }
    const compiled = await compile(body, {
      remarkPlugins: [remarkGfm],
      rehypePlugins: [[headingIds, headings], ledgerTables, readText],
      tableCellAlignToStyle: false,
    })
    return { frontMatter, headings, body: String(compiled), shown }
  } catch (error) {
    throw new Error(`${shortName(file)}: ${reason(error)}`, { cause: error })
  }
}

function moduleOf({ body, frontMatter, headings, shown }: ReadDocument, query: string | undefined): string {
  if (query === 'front-matter') return exportOf('frontMatter', frontMatter)
  if (query === 'shown') return exportOf('shown', shown && { ...shown, text: undefined })
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
