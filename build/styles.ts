import { parse, root } from 'postcss'
import { usedStyles } from './used-styles.ts'

interface Styles {
  /**
   * What pages of one kind carry: the font faces, and the rules that apply to something in one of them, in whatever
   * state it may come to, on a screen. One text for all of the kind: each costs a hash in the header of every answer.
   */
  forPages: (markups: string[]) => string
  /** What all pages load for paper, and for what the app draws: every rule, without the font faces. */
  whole: string
  /** What is for browsers without script alone: their `<noscript>` asks for it, since not all of them know `scripting`. */
  withoutScript: string
}

/**
 * The sheet with one letter or two for each custom property and anchor, the most frequent first: 0.1 kB less in each
 * page. Nothing outside of the style sheet names them.
 */
function shortNames(styles: string): string {
  const dashed = /(?<![\w-])--[a-z][\w-]*/g
  const uses = Map.groupBy(styles.match(dashed) ?? [], (name) => name)
  const names = [...uses].toSorted(([, one], [, other]) => other.length - one.length).map(([name]) => name)
  const short = new Map(names.map((name, index) => [name, `--${index.toString(36)}`]))
  return styles.replaceAll(dashed, (name) => short.get(name) ?? name)
}

const scripting = /^\(scripting: ?none\)( and )?/

export function splitStyles(built: string): Styles {
  const sheet = parse(shortNames(built))
  const faces: string[] = []
  sheet.walkAtRules('font-face', (face) => {
    // Declared once: a browser that has decided against an optional face would decide again, and move the text.
    faces.push(face.toString())
    face.remove()
  })
  const withoutScript = root()
  sheet.walkAtRules('media', (rule) => {
    if (!scripting.test(rule.params)) return
    rule.params = rule.params.replace(scripting, '')
    rule.remove()
    withoutScript.append(rule.params ? rule : rule.nodes)
  })
  const whole = sheet.toString()
  sheet.walkAtRules('media', (rule) => {
    if (rule.params === 'print') rule.remove()
  })
  const onScreen = sheet.toString()

  return {
    whole,
    withoutScript: withoutScript.toString(),
    forPages(markups) {
      return faces.join('') + usedStyles(`<html><head></head><body>${markups.join('')}</body></html>`, onScreen)
    },
  }
}
