import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { type PageFacts, sharePictureSize } from '../app/ui/page-facts.ts'
import { footer } from '../content/layout.ts'
import { site } from '../site.config.ts'

const app = path.resolve(import.meta.dirname, '../app')
// The display face unpacked: the text renderer reads no WOFF2. Without the file, a font of this machine would be used.
const fontfile = path.join(app, 'fonts/newsreader-display.ttf')
const fontFamily = 'Newsreader 16pt'

const ink = '#14213d'
const slate = '#46516a'
const margin = 72
/** Where the ruled sheet with the drawing begins. */
const sheetLeft = 744
const textWidth = sheetLeft - margin - 56
const maxTitleHeight = 270

/** The picture that a shared link shows, as a PNG: the page's title beside its drawing on a ruled sheet. */
export async function drawSharePicture({ title, picture }: PageFacts): Promise<Buffer> {
  const { name, tagline } = site.organization
  // The name is printed above already; a title that contains it would repeat it.
  const [headline, foot] = title.includes(name) ? [tagline, footer.founded] : [title, tagline]
  const [ground, logo, ...texts] = await Promise.all([
    readFile(path.join(app, 'art', picture ? `${picture}.svg` : 'app-icon.svg'), 'utf8').then((drawing) =>
      picture ? sheet(drawing) : night(drawing),
    ),
    sharp(path.join(app, 'art/mark.svg'), { density: 144 }).resize(60).toBuffer(),
    drawText(name, 30, ink),
    drawTitle(headline),
    drawText(foot, 25, slate),
  ])
  const tops = [margin + 13, 196, 540]
  const layers: OverlayOptions[] = texts.map((input, index) => ({
    input,
    left: index === 0 ? margin + 78 : margin,
    top: tops[index] ?? 0,
  }))
  return sharp(Buffer.from(ground))
    .composite([{ input: logo, left: margin, top: margin }, ...layers])
    .png({ palette: true, colours: 128 })
    .toBuffer()
}

/** As large as its length allows. */
async function drawTitle(title: string): Promise<Buffer> {
  for (const size of [80, 68, 58, 48]) {
    const drawn = await drawText(title, size, ink)
    if (((await sharp(drawn).metadata()).height ?? 0) <= maxTitleHeight) return drawn
  }
  return drawText(title, 40, ink)
}

function drawText(text: string, size: number, color: string): Promise<Buffer> {
  const markup = `<span foreground="${color}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`
  return sharp({
    text: { text: markup, font: `${fontFamily} ${size}`, fontfile, width: textWidth, dpi: 72, rgba: true, spacing: -Math.round(size / 8) },
  })
    .png()
    .toBuffer()
}

const sheetWidth = sharePictureSize.width - sheetLeft

/** Each drawing contains ruled lines, which are replaced by lines across the whole sheet. */
const ownRules = /<path d="M0 (\d+)H320[^>]*stroke="#cfc3aa"[^>]*>/
const drawingWidth = sheetWidth - 44
const drawingTop = 165
const scale = drawingWidth / 320
const rulePixels = 24 * scale

/** A drawing on ruled paper. */
function sheet(drawing: string): string {
  const ground = drawingTop + Number(ownRules.exec(drawing)?.[1] ?? 0) * scale
  const first = ground % rulePixels
  const tops = Array.from({ length: Math.ceil((sharePictureSize.height - first) / rulePixels) }, (_, index) => first + index * rulePixels)
  const rules = tops.map((top) => `M${sheetLeft} ${top}H${sharePictureSize.width}`)
  return frame(`
    <path d="M${sheetLeft} 0H${sharePictureSize.width}V630H${sheetLeft}z" fill="#fffdf8"/>
    <path d="${rules.join('')}" stroke="#cfc3aa"/>
    ${placed(drawing.replace(ownRules, ''), sheetLeft + 22, drawingTop, drawingWidth, 220 * scale, 'xMidYMin meet')}
    <path d="M${sheetLeft} 0V630" stroke="${ink}" stroke-width="2"/>`)
}

/** The sunrise of the logo, to the edges. */
function night(drawing: string): string {
  return frame(placed(drawing, sheetLeft, 0, sheetWidth, sharePictureSize.height, 'xMidYMid slice'))
}

function frame(content: string): string {
  const { width, height } = sharePictureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none">
    <path d="M0 0H${width}V${height}H0z" fill="#faf6ee"/>${content}
    <path d="M${margin} 506H${sheetLeft - 56}M${margin} 512H${sheetLeft - 56}" stroke="${ink}" stroke-width="2"/>
  </svg>`
}

function placed(drawing: string, left: number, top: number, width: number, height: number, fit: string): string {
  const place = `x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="${fit}"`
  // A drawing may have a size, which `place` replaces.
  return drawing.replace(/<svg[^>]*>/, (tag) => tag.replace(/ (width|height)="[^"]*"/g, '').replace('<svg', `<svg ${place}`))
}
