import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { createBuilder } from 'vite'
import { resolveOutbound } from '../app/outbound.ts'
import { listPlaceholders, site } from '../site.config.ts'
import { prerender } from './prerender.ts'
import { viteConfig } from './vite-config.ts'

export interface SiteSettings {
  /** Starts and ends with a slash. */
  basePath: string
  /** `https://…`, without a slash at the end. */
  origin: string
  stage: 'development' | 'production'
  /** The Supabase project that answers for the backend; without it, the site's own gateway does. */
  supabase?: { url: string; publishableKey: string }
  /** Where the stand-ins for unconfigured external systems answer; no slash at the end. */
  partnersOrigin?: string
  /** Absolute; emptied first. What is mounted at the base path. */
  outDir: string
}

const projectFolder = path.resolve(import.meta.dirname, '..')

/**
 * Builds the whole site into `outDir`: scripts and pictures, every page as HTML, `404.html` and `_headers`.
 * Throws when a placeholder is left in production, or when the contact form would share this site's origin.
 */
export async function buildSite(settings: SiteSettings): Promise<void> {
  checkPlaceholders(settings.stage)
  const contactForm = new URL(resolveOutbound(site, settings.partnersOrigin).contactForm)
  // A frame of our own origin with scripts and same-origin could take off its sandbox.
  if (contactForm.origin === new URL(settings.origin).origin) {
    throw new Error(`The contact form ${contactForm.href} must not be on the site's own origin: it runs in a sandboxed frame`)
  }
  // Inside node_modules, so that the bundle finds the packages that it imports.
  const serverFolder = await mkdtemp(path.join(projectFolder, 'node_modules', '.prerender-'))
  try {
    const builder = await createBuilder(viteConfig(settings, serverFolder))
    await builder.buildApp()
    await prerender(settings, serverFolder, contactForm.origin)
  } finally {
    await rm(serverFolder, { recursive: true, force: true })
  }
}

function checkPlaceholders(stage: SiteSettings['stage']): void {
  const placeholders = listPlaceholders(site)
  if (!placeholders.length) return
  const list = `Placeholders in site.config.ts: ${placeholders.join(', ')}`
  if (stage === 'production') throw new Error(`${list}. Replace them before the site goes to production`)
  console.warn(list)
}
