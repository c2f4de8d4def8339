import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { scriptsOfPage } from '../build/app-files.ts'
import type { WeighedPage } from '../build/budget.ts'

export interface BuiltPage extends WeighedPage {
  /** Begins with a slash. */
  path: string
  /** The addresses of its scripts. */
  scripts: string[]
  /** Indexed by search engines. */
  isPublic: boolean
}

/** The pages of a built site that have a path of their own, home first. */
export async function readBuiltPages(distFolder: string): Promise<BuiltPage[]> {
  const names = await readdir(distFolder, { recursive: true })
  const files = names.filter((name) => path.basename(name) === 'index.html')
  const pages = files.map(async (file) => {
    const html = await readFile(path.join(distFolder, file), 'utf8')
    const address = path.dirname(file).split(path.sep).join('/')
    return {
      file,
      path: address === '.' ? '/' : `/${address}`,
      scripts: await scriptsOfPage(distFolder, { file, html }),
      html,
      hydrate: / data-hydrate="([^"]*)"/.exec(html)?.[1],
      isPublic: !html.includes('<meta name="robots"'),
    }
  })
  return (await Promise.all(pages)).toSorted((one, other) => one.path.localeCompare(other.path))
}
