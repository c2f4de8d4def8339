import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createBuilder } from 'vite'
import { resolveOutbound } from '../app/outbound.ts'
import { testimonials } from '../content/testimonials.ts'
import { consentTextsFile } from '../domain/consents.ts'
import { isPlaceholder, listPlaceholders, type SiteConfig } from '../domain/site-config.ts'
import { site } from '../site.config.ts'
import { checkBudget, checkDesk, weighPage } from './budget.ts'
import { BuildFault } from './build-fault.ts'
import { compressFiles } from './compress-files.ts'
import { currentTexts, unrecordedTexts } from './consent-texts.ts'
import { buildDesk } from './desk/build-desk.ts'
import { writeIcons } from './icons.ts'
import { prerender } from './prerender.ts'
import type { SiteSettings } from './site-settings.ts'
import { viteConfig } from './vite-config.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')

const contentFolder = path.join(projectFolder, 'content')

/** What a build does, step by step. */
const steps = ['scripts and styles', 'pages', 'icons', 'compressed files', 'weights'] as const
type BuildStep = (typeof steps)[number]

/** Tells which step begins, and how many are done of how many. */
type TellStep = (step: BuildStep, done: number, of: number) => void

/**
 * Builds the whole site into `outDir`: scripts and pictures, every page as HTML, `404.html`, `_headers`, and the
 * compressed representations of all text files.
 * Throws a BuildFault when a placeholder, a sample or an unrecorded text is left in production, when the contact form would
 * share this site's origin. Resolves with what exceeds the budget: a site is published with its operator's words, however
 * many. `record` says whether the sizes of its scripts become those to compare with.
 */
export async function buildSite(
  settings: SiteSettings,
  record: 'keep' | 'write' = 'keep',
  tell: TellStep = () => undefined,
): Promise<string | undefined> {
  const begin = (step: BuildStep) => tell(step, steps.indexOf(step), steps.length)
  checkPlaceholders(settings)
  checkSamples(settings)
  checkAddresses()
  await checkTexts(settings.stage)
  const contactForm = new URL(resolveOutbound(site, settings.partnersOrigin).contactForm)
  // A frame of our own origin with allow-scripts and allow-same-origin could remove its sandbox.
  if (contactForm.origin === new URL(settings.origin).origin) {
    throw new BuildFault(
      `The contact form ${contactForm.href} must not be on the site's own origin, since it runs in a sandboxed frame: correct external.contactForm in site.config.ts.`,
    )
  }
  const serverFolder = await mkdtemp(`${settings.outDir}.prerender-`)
  try {
    begin('scripts and styles')
    const builder = await createBuilder(viteConfig(settings, serverFolder))
    await builder.buildApp()
    const desk = await buildDesk(settings)
    begin('pages')
    const pages = await prerender(settings, serverFolder, contactForm.origin)
    begin('icons')
    await writeIcons(settings)
    await writeFile(path.join(settings.outDir, consentTextsFile), JSON.stringify(await currentTexts(contentFolder)))
    begin('compressed files')
    await compressFiles(settings.outDir)
    begin('weights')
    const weights = await Promise.all(pages.map((page) => weighPage(settings.outDir, settings.basePath, page)))
    const faults = [await checkBudget(weights, pages, record), await checkDesk(settings.outDir, desk)]
    return faults.filter((fault) => fault !== undefined).join('\n') || undefined
  } finally {
    await rm(serverFolder, { recursive: true, force: true })
  }
}

/** A visitor must not be led to what reaches nobody. */
export function checkPlaceholders({ stage }: Pick<SiteSettings, 'stage'>, config: SiteConfig = site): void {
  const placeholders = listPlaceholders(config)
  if (!placeholders.length) return
  const list = `Placeholders in site.config.ts: ${placeholders.join(', ')}`
  if (stage === 'production') throw new BuildFault(`${list}. Replace them before the site goes to production.`)
  console.warn(`${list}. Replace them before the site goes to production.`)
}

/** Invented clients must not speak for a real organisation (16 CFR 465.2). */
export function checkSamples(
  { stage, allowsSamples }: SiteSettings,
  { mark, quotes }: { mark: string; quotes: readonly unknown[] } = testimonials,
): void {
  if (stage !== 'production' || allowsSamples || !mark || !quotes.length) return
  throw new BuildFault(
    'The testimonials are samples: put what real clients said into content/testimonials.ts and empty its mark. ' +
      'To go on with the samples, marked as such: PRODUCTION_WITHOUT=testimonials',
  )
}

/** Whoever agreed to an unrecorded text could not be shown it later (R-CONSENT-TEXT). */
async function checkTexts(stage: SiteSettings['stage']): Promise<void> {
  const unrecorded = (await unrecordedTexts(contentFolder)).map(({ document, version }) => `${document} ${version}`)
  if (!unrecorded.length) return
  const list = `Texts that clients agree to have changed and are not on record: ${unrecorded.join(', ')}. Run: npm run texts`
  if (stage === 'production') throw new BuildFault(list)
  console.warn(list)
}

/** A configured link that is not an absolute address would resolve to a missing page of this site. */
function checkAddresses(): void {
  const social = Object.entries(site.social).map(([id, { url }]): [string, string] => [`social.${id}.url`, url])
  const entries = [
    ...Object.entries(site.external).map(([id, url]): [string, string] => [`external.${id}`, url]),
    ...Object.entries(site.checkout).map(([id, url]): [string, string] => [`checkout.${id}`, url]),
    ...social,
  ]
  const written = entries.filter(([, url]) => !isPlaceholder(url))
  const wrong = written.filter(([, url]) => !/^https?:$/.test(URL.parse(url)?.protocol ?? '')).map(([name]) => name)
  if (wrong.length) throw new BuildFault(`No web addresses in site.config.ts: ${wrong.join(', ')}. Write them out, such as https://www.example.org/pay.`)
}
