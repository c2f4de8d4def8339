import { parse, root } from 'postcss'
import { usedStyles } from './used-styles.ts'

export interface Styles {
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

const scripting = /^\(scripting: ?none\)( and )?/

export function splitStyles(built: string): Styles {
  const sheet = parse(built)
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
