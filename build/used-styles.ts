import Beasties from 'beasties'
import { parse } from 'postcss'

const beasties = new Beasties({
  external: false,
  reduceInlineStyles: true,
  pruneSource: false,
  fonts: false,
  keyframes: 'critical',
  logLevel: 'silent',
})

/**
 * The rules of `styles` that apply to something in `html`, in whatever state it may come to, on a screen. For paper the
 * page loads the whole sheet.
 */
export async function usedStyles(html: string, styles: string): Promise<string> {
  const page = html.replace('</head>', () => `<style>${withoutPrint(styles)}</style></head>`)
  const used = /<style>([^]*?)<\/style>/.exec(await beasties.process(page))
  if (!used?.[1]) throw new Error('The page uses no styles')
  return used[1]
}

function withoutPrint(styles: string): string {
  const sheet = parse(styles)
  sheet.walkAtRules('media', (rule) => {
    if (rule.params === 'print') rule.remove()
  })
  return sheet.toString()
}
