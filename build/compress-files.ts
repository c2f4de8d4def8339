import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib'

export interface Compression {
  /** Its name in Content-Encoding. */
  coding: 'br' | 'zstd' | 'gzip'
  /** The file name suffix, which other servers look for too. */
  suffix: '.br' | '.zst' | '.gz'
  compress: (bytes: Buffer) => Promise<Buffer>
  decompress: (bytes: Buffer) => Promise<Buffer>
}

/** The codings that files are precompressed with, each at the highest level that browsers can decompress. */
export const compressions: Compression[] = [
  {
    coding: 'br',
    suffix: '.br',
    compress: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
      }),
    decompress: promisify(brotliDecompress),
  },
  {
    coding: 'zstd',
    suffix: '.zst',
    // Above 19 the window may pass the 8 MB that a browser has to accept (RFC 9659 §3).
    compress: (bytes) =>
      promisify(zstdCompress)(bytes, {
        params: { [constants.ZSTD_c_compressionLevel]: 19 },
        pledgedSrcSize: bytes.byteLength,
      }),
    decompress: promisify(zstdDecompress),
  },
  {
    coding: 'gzip',
    suffix: '.gz',
    compress: (bytes) => promisify(gzip)(bytes, { level: 9 }),
    decompress: promisify(gunzip),
  },
]

const compressible = /^[^_.].*\.(html|js|css|svg|txt|xml|json|webmanifest)$/
// A file this small fits one packet either way.
const minBytes = 512

/** Writes the compressed representations of every text file in `folder` beside it: `index.html.br`, `.zst` and `.gz`. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.byteLength < minBytes) return
  await Promise.all(
    compressions.map(async ({ compress, suffix }) => {
      const compressed = await compress(bytes)
      if (compressed.byteLength < bytes.byteLength) await writeFile(file + suffix, compressed)
    }),
  )
}
