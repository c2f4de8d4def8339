import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../e2e/fixtures.ts'
import { inWindow, states } from './states.ts'

/** Each engine's pictures lie in a folder of its own, at half the size of a wide screen. */
const folder = path.resolve(import.meta.dirname, '../../docs/pictures')

/** What the README shows, as a window shows it: by Chromium, and in full. */
const inReadme = 'home-1440'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function keep(picture: Buffer, name: string, project: string) {
  const place = path.join(folder, project === 'root' ? 'chromium' : project, `${name}.webp`)
  await mkdir(path.dirname(place), { recursive: true })
  await sharp(picture).resize({ width: 720, withoutEnlargement: true }).webp({ quality: 40, effort: 6 }).toFile(place)
}

/** Has what comes into view only then be there: pictures that are loaded late, and what waits to be revealed. */
async function lookThrough(page: Page) {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
    for (const waiting of document.querySelectorAll('.is-waiting')) waiting.classList.remove('is-waiting')
  })
  await expect.poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete))).toBe(true)
}

for (const [name, { address, widths, act }] of Object.entries(states)) {
  test(`a picture of ${name}`, async ({ page, email, expectedErrors }, { project }) => {
    test.slow()
    expectedErrors.push(/./)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined)
      await page.goto(address)
      await act?.(page, `${width}-${email}`)
      await lookThrough(page)
      await page.mouse.move(0, 0)
      const picture = `${name}-${width}`
      await keep(await page.screenshot({ fullPage: !inWindow.includes(name), caret: 'initial' }), picture, project.name)
      if (project.name !== 'root' || picture !== inReadme) continue
      const place = path.join(folder, `${picture}.png`)
      await sharp(await page.screenshot({ caret: 'initial' })).png({ palette: true, effort: 10 }).toFile(place)
    }
  })
}

test('a picture of a printed score', async ({ page, expectedErrors }, info) => {
  expectedErrors.push(/./)
  await page.goto(states['calculator-result']?.address ?? '')
  await states['calculator-result']?.act?.(page, '')
  const sheet = info.outputPath('sheet.pdf')
  await writeFile(sheet, await page.pdf({ format: 'Letter', printBackground: true }))
  const drawn = info.outputPath('sheet')
  const { status } = spawnSync('pdftoppm', ['-png', '-r', '72', '-singlefile', sheet, drawn])
  test.skip(status !== 0, 'pdftoppm of poppler-utils draws it')
  await keep(await sharp(`${drawn}.png`).toBuffer(), 'printed-score', info.project.name)
  await rm(`${drawn}.png`)
})
