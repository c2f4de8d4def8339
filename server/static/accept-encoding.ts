import type { Compression } from '../../build/compress-files.ts'

/** The content coding of a representation; `identity` is the file itself. */
export type Encoding = Compression['coding'] | 'identity'

/**
 * The representation that Accept-Encoding prefers, the first one of equal preference; undefined if none is acceptable
 * (RFC 9110 §12.5.3). Without the header it is the file itself, since the client may not support compression.
 */
export function chooseEncoding<Representation extends { encoding: Encoding }>(
  header: string | undefined,
  representations: Representation[],
): Representation | undefined {
  if (header === undefined) return representations.find(({ encoding }) => encoding === 'identity')
  const weights = weightsOf(header)
  let chosen: Representation | undefined
  let highest = 0
  for (const representation of representations) {
    const weight = weightOf(representation.encoding, weights)
    if (weight <= highest) continue
    highest = weight
    chosen = representation
  }
  return chosen
}

// Below the smallest weight of the syntax: an unlisted `identity` is acceptable, but anything listed is preferred.
const unnamedIdentity = 0.0001

function weightOf(encoding: Encoding, weights: Map<string, number>): number {
  const anyOther = weights.get('*')
  if (encoding !== 'identity') return weights.get(encoding) ?? anyOther ?? 0
  return weights.get('identity') ?? (anyOther === 0 ? 0 : unnamedIdentity)
}

/** Cache of parsed headers. Browsers send only a few different ones. */
const cached = new Map<string, Map<string, number>>()
const maxCached = 100

function weightsOf(header: string): Map<string, number> {
  let weights = cached.get(header)
  if (!weights) {
    weights = parseWeights(header)
    if (cached.size < maxCached) cached.set(header, weights)
  }
  return weights
}

/** Codings with their weights. One whose weight does not follow RFC 9110 §12.4.2 is ignored. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of header.toLowerCase().split(',')) {
    const [coding = '', weight = 'q=1', ...more] = element.split(';').map((part) => part.trim())
    const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1]
    if (coding === '' || quality === undefined || more.length > 0) continue
    // An alias (RFC 9110 §8.4.1.3).
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, Number(quality))
  }
  return weights
}
