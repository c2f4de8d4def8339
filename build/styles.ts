import Beasties from 'beasties'
import { parse } from 'postcss'

export interface Styles {
  /**
   * What pages of one kind carry: the font faces, and the rules that apply to something in one of them, in whatever
   * state it may come to, on a screen. One text for all of the kind: each costs a hash in the header of every answer.
   */
  forPages: (markups: string[]) => Promise<string>
  /** What all pages load for paper, and for what the app draws: every rule, without the font faces. */
  whole: string
}

const beasties = new Beasties({
  reduceInlineStyles: true,
  pruneSource: false,
  fonts: false,
  keyframes: 'critical',
  logLevel: 'silent',
})

export function splitStyles(built: string): Styles {
  const sheet = parse(built)
  const faces: string[] = []
  sheet.walkAtRules('font-face', (face) => {
    // Declared once: a browser that has decided against an optional face would decide again, and move the text.
    faces.push(face.toString())
    face.remove()
  })
  const whole = sheet.toString()
  sheet.walkAtRules('media', (rule) => {
    if (rule.params === 'print') rule.remove()
  })
  const onScreen = sheet.toString()

  return {
    whole,
    async forPages(markups) {
      const page = `<!doctype html><html><head><style>${onScreen}</style></head><body>${markups.join('')}</body></html>`
      const used = /<style>([^]*?)<\/style>/.exec(await beasties.process(page))
      if (!used?.[1]) throw new Error('The page uses no styles')
      return faces.join('') + withoutUnusedProperties(used[1])
    },
  }
}

function withoutUnusedProperties(styles: string): string {
  const used = new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const sheet = parse(styles)
  sheet.walkDecls(/^--/, (property) => {
    if (!used.has(property.prop)) property.remove()
  })
  return sheet.toString()
}
