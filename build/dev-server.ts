import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import type { SiteSettings } from './site-settings.ts'
import { deskPath } from '../app/desk-path.ts'
import { deskDocument } from './desk/build-desk.ts'
import { fillTemplate } from './page-template.ts'
import { appEntry, deskEntry, viteConfig } from './vite-config.ts'

const project = path.resolve(import.meta.dirname, '..')

/** The paths that are proxied to the gateway; everything else is a page or a module of the site. */
const backendPaths = ['auth/v1', 'rest/v1', 'functions/v1', 'healthz', 'readyz']

interface DevSite {
  settings: SiteSettings
  host: string
  port: number
  /** Where the gateway listens, without a slash at the end. */
  gatewayOrigin: string
}

/** Serves the site from its sources, with hot reloading of components, sentences and styles. */
export async function serveSources({ settings, host, port, gatewayOrigin }: DevSite): Promise<ViteDevServer> {
  const { basePath } = settings
  const config = viteConfig(settings, '')
  const { ssr } = config.environments ?? {}
  const server = await createServer({
    ...config,
    // Packages are loaded as they are: some are CommonJS, which only a build can put among modules.
    environments: { ...config.environments, ssr: { ...ssr, resolve: { noExternal: [] } } },
    mode: 'development',
    appType: 'custom',
    plugins: [...(config.plugins ?? []), pages(basePath)],
    server: {
      host,
      port,
      strictPort: true,
      fs: { allow: [project] },
      proxy: Object.fromEntries(backendPaths.map((name) => [basePath + name, { target: gatewayOrigin, xfwd: true }])),
    },
  })
  return server.listen()
}

interface Page {
  status: number
  html: string
}

/** Renders each page on request, as the build does for all. The app starts on load instead of at the first intent. */
function pages(basePath: string): Plugin {
  return {
    name: 'pages',
    configureServer(server) {
      // Runs after Vite's own middleware: whatever is neither module nor file is a page.
      return () => {
        server.middlewares.use((request, response, next) => {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost')
          const answer = ({ status, html }: Page) => response.writeHead(status, { 'content-type': 'text/html' }).end(html)
          renderPage(server, basePath, pathname).then(answer, next)
        })
      }
    },
  }
}

async function renderPage(server: ViteDevServer, basePath: string, pathname: string): Promise<Page> {
  const { ssr } = server.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that renders pages')
  const renderer: typeof import('./render-page.tsx') = await ssr.runner.import(path.join(import.meta.dirname, 'render-page.tsx'))
  const address = `/${pathname.slice(basePath.length).replace(/\/$/, '')}`
  if (address === deskPath) return { status: 200, html: await server.transformIndexHtml(pathname, await deskSource(basePath)) }
  const isKnown = pathname.startsWith(basePath) && renderer.prerenderedPaths().includes(address)
  const { markup } = await renderer.renderPage(isKnown ? address : '/404')
  const template = await readFile(path.join(project, 'app/index.html'), 'utf8')
  const html = fillTemplate(template.replaceAll('%BASE_URL%', basePath), markup)
    .replace('</head>', `<link rel="stylesheet" href="${basePath}shell/site.css"></head>`)
    .replace('</body>', `<script type="module">import { start } from '${basePath}${appEntry}'; await start()</script></body>`)
  return { status: isKnown ? 200 : 404, html: await server.transformIndexHtml(pathname, html) }
}

const deskSource = (basePath: string) =>
  deskDocument(basePath, { sheet: { href: `${basePath}shell/desk.css` }, script: { href: basePath + deskEntry } })
