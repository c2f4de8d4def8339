import type { Compression } from '../../build/compress-files.ts'

/** A form that a file is kept in; `identity` is the file as it is. */
export type Encoding = Compression['coding'] | 'identity'

/**
 * The form that the header Accept-Encoding likes best, of several equally liked ones the first; undefined where it
 * refuses all (RFC 9110 §12.5.3). Without the header it is the file as it is: who asks may know no compression.
 */
export function chooseEncoding<Form extends { encoding: Encoding }>(
  header: string | undefined,
  forms: Form[],
): Form | undefined {
  if (header === undefined) return forms.find(({ encoding }) => encoding === 'identity')
  const weights = weightsOf(header)
  let chosen: Form | undefined
  let highest = 0
  for (const form of forms) {
    const weight = weightOf(form.encoding, weights)
    if (weight <= highest) continue
    highest = weight
    chosen = form
  }
  return chosen
}

// Below the least that can be written: not named, the file as it is is acceptable, but anything named is preferred.
const unnamedIdentity = 0.0001

function weightOf(encoding: Encoding, weights: Map<string, number>): number {
  const anyOther = weights.get('*')
  if (encoding !== 'identity') return weights.get(encoding) ?? anyOther ?? 0
  return weights.get('identity') ?? (anyOther === 0 ? 0 : unnamedIdentity)
}

/** Browsers write the header in a few ways only. */
const known = new Map<string, Map<string, number>>()
const mostKnown = 100

function weightsOf(header: string): Map<string, number> {
  let weights = known.get(header)
  if (!weights) {
    weights = parseWeights(header)
    if (known.size < mostKnown) known.set(header, weights)
  }
  return weights
}

/** Codings with their weights. One whose weight is not written as RFC 9110 §12.4.2 has it is passed over. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of header.toLowerCase().split(',')) {
    const [coding = '', weight = 'q=1', ...more] = element.split(';').map((part) => part.trim())
    const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1]
    if (coding === '' || quality === undefined || more.length > 0) continue
    // Its name before 1997, still the same (RFC 9110 §8.4.1.3).
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, Number(quality))
  }
  return weights
}
