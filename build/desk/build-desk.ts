import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { deskFrame } from '../../content/desk/frame.ts'
import { deskPath } from '../../app/desk-path.ts'
import type { WeighedDesk } from '../budget.ts'
import type { SiteSettings } from '../site-settings.ts'
import { deskConfig } from '../vite-config.ts'

interface Files {
  /** Addresses with the base path. */
  sheet: KnownFile
  script: KnownFile
}

interface KnownFile {
  href: string
  integrity?: string
}

/** Builds the desk into `outDir`, beside the site: a document, one script and one style sheet, which the document holds against their hashes. */
export async function buildDesk(settings: SiteSettings): Promise<WeighedDesk> {
  const { outDir, basePath } = settings
  const outputs = [await build(deskConfig(settings))].flat().flatMap((result) => ('output' in result ? result.output : []))
  const names = outputs.map(({ fileName }) => fileName)
  const only = (extension: string): string => {
    const [name, ...others] = names.filter((each) => each.endsWith(extension))
    if (!name || others.length) throw new Error(`The desk is not one file *${extension}, but: ${names.join(', ')}`)
    return name
  }
  const known = async (name: string): Promise<KnownFile> => {
    const hash = createHash('sha256').update(await readFile(path.join(outDir, name))).digest('base64')
    return { href: basePath + name, integrity: `sha256-${hash}` }
  }
  const script = only('.js')
  const html = await deskDocument(basePath, { sheet: await known(only('.css')), script: await known(script) })
  const page = path.join(outDir, deskPath)
  await mkdir(page, { recursive: true })
  // In two forms, as every page: `/desk` and `/desk/`.
  const file = path.join(page, 'index.html')
  await Promise.all([file, `${page}.html`].map((each) => writeFile(each, html)))
  return { file: path.relative(outDir, file), script }
}

/** The document of the desk, which tells nothing but that it wants JavaScript. */
export async function deskDocument(basePath: string, { sheet, script }: Files): Promise<string> {
  const template = (await readFile(path.resolve(import.meta.dirname, '../../app/index.html'), 'utf8')).replaceAll('%BASE_URL%', basePath)
  const head = [
    `<title>${escaped(deskFrame.outside)}</title>`,
    '<meta name="robots" content="noindex">',
    `<link rel="stylesheet" ${attributes(sheet, 'href')}>`,
    `<script type="module" ${attributes(script, 'src')}></script>`,
  ]
  return template
    .replace('<!-- head of the page -->', () => head.join('\n'))
    .replace('<!-- body of the page -->', () => `<div id="root"></div>\n<noscript><p>${escaped(deskFrame.needsScript)}</p></noscript>`)
}

const attributes = ({ href, integrity }: KnownFile, name: string) => `${name}="${href}"${integrity ? ` integrity="${integrity}"` : ''}`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
