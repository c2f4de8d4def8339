import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { site } from '../site.config.ts'
import type { SiteSettings } from './site-settings.ts'

const art = path.resolve(import.meta.dirname, '../app/art')
const pixelWidths = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 }

/** Writes the favicons, the app icons and the web manifest that lists them. `app/index.html` links them. */
export async function writeIcons({ outDir, basePath }: SiteSettings): Promise<void> {
  const drawing = await readFile(path.join(art, 'app-icon.svg'))
  const icons = Object.entries(pixelWidths).map(([name, width]) =>
    sharp(drawing).resize(width).png({ palette: true }).toFile(path.join(outDir, name)),
  )
  await Promise.all([
    ...icons,
    sharp(drawing).resize(32).png({ palette: true }).toBuffer().then((png) => writeFile(path.join(outDir, 'favicon.ico'), ico(png))),
    copyFile(path.join(art, 'favicon.svg'), path.join(outDir, 'favicon.svg')),
    writeFile(path.join(outDir, 'manifest.webmanifest'), manifest(basePath)),
  ])
}

/** One 32-pixel picture in the ICO format, since browsers request /favicon.ico by themselves. */
function ico(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  // One entry: width, height, planes, bits per pixel, length, offset (Windows' ICONDIR and ICONDIRENTRY).
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

function manifest(basePath: string): string {
  const { name, logo } = site.organization
  return JSON.stringify({
    name,
    short_name: logo[0],
    start_url: basePath,
    scope: basePath,
    display: 'browser',
    background_color: '#faf6ee',
    theme_color: '#faf6ee',
    icons: [192, 512].flatMap((width) =>
      // The drawing keeps clear of the mask's edge.
      ['any', 'maskable'].map((purpose) => ({
        src: `${basePath}icon-${width}.png`,
        sizes: `${width}x${width}`,
        type: 'image/png',
        purpose,
      })),
    ),
  })
}
