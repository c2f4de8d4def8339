import type { Page } from '@playwright/test'

/**
 * What of the page as it is drawn now is cut off, covered or out of its row, in words; nothing where all is well. The page
 * gets the text of the functions below, which use nothing from outside of this file.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  const functions = [isShown, isClipped, isFixed, nameOf, inked, textBlocks, controls, touch, belong, outOfPlace, isCut, rowFaults, findFaults]
  return page.evaluate(`(() => { ${functions.map(String).join('\n')}\n return findFaults() })()`)
}

interface Block {
  element: Element
  rects: DOMRect[]
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isClipped(element)
}

/** As text for screen readers alone is. */
function isClipped(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { clipPath, clip, overflow, display } = getComputedStyle(each)
    if (/inset\(50%|circle\(0|rect\(/.test(clipPath + clip)) return true
    if (overflow !== 'visible' && display !== 'inline' && Math.min(each.clientWidth, each.clientHeight) <= 1) return true
  }
  return false
}

/** What stands in the window may cover what is scrolled below it. */
function isFixed(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
  }
  return false
}

function nameOf(element: Element): string {
  const words = element.textContent || element.getAttribute('aria-label') || element.getAttribute('name') || ''
  return `${element.localName} "${words.trim().replace(/\s+/g, ' ').slice(0, 40)}"`
}

/** Of a line of text the part that letters fill: the rest of its box may reach into the lines above and below. */
function inked({ x, y, width, height }: DOMRect): DOMRect {
  return new DOMRect(x, y + height * 0.2, width, height * 0.6)
}

function textBlocks(): Block[] {
  const blocks = new Map<Element, Block>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || element.closest('svg, option, noscript, script, style') || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const block = blocks.get(element) ?? { element, rects: [] }
    block.rects.push(...lines.map(inked))
    blocks.set(element, block)
  }
  return [...blocks.values()]
}

function controls(): Block[] {
  const all = [...document.querySelectorAll('button, input, select, textarea, summary, .btn, iframe')].filter(isShown)
  return all.map((element) => ({ element, rects: [element.getBoundingClientRect()] }))
}

/** By more than letters stand out of their lines, and lengths are rounded. */
function touch(a: DOMRect, b: DOMRect): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return wide > 2 && high > 2
}

/** A choice lies over its own label, and a control around its words. */
function belong(a: Element, b: Element): boolean {
  if (a.contains(b) || b.contains(a)) return true
  const label = a.closest('label')
  return label !== null && label === b.closest('label')
}

function outOfPlace({ element, rects }: Block, width: number): string[] {
  const out = rects.filter(({ left, right }) => left < -2 || right > width + 2)
  return out.map(({ left, right }) => `outside: ${nameOf(element)} from ${Math.round(left)} to ${Math.round(right)}`)
}

function isCut({ element }: Block): boolean {
  const { display, overflowX, overflowY } = getComputedStyle(element)
  if (display === 'inline' || element.matches('input, textarea, iframe')) return false
  const sideways = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 2
  return sideways || (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2)
}

/** A question, its help on its line, its rule above it, and what answers it beside or below. */
function rowFaults(row: Element): string[] {
  const asked = row.querySelector(':scope > :is(legend, .label)')
  const control = row.querySelector(':scope > :is(.chips, .count, .checks)')
  if (!asked || !control || !isShown(row)) return []
  const help = row.querySelector('button[aria-label^="Help"]')
  const question = asked.getBoundingClientRect()
  const answer = control.getBoundingClientRect()
  const faults: string[] = []
  if (question.top - row.getBoundingClientRect().top < 8) faults.push(`the rule runs through ${nameOf(asked)}`)
  // Without script the help is read below its question, and there is nothing to press.
  if (help && isShown(help) && !control.contains(help)) {
    const { top, bottom, left } = help.getBoundingClientRect()
    const middle = (top + bottom) / 2
    if (middle < question.top || middle > question.bottom || left < question.left + 20) faults.push(`the help is not beside ${nameOf(asked)}`)
  }
  const isBeside = answer.left >= question.right - 2
  const isOff = isBeside ? answer.bottom < question.top || answer.top > question.bottom : answer.top < question.bottom - 2
  if (isOff) faults.push(`the answer is off ${nameOf(asked)}`)
  return faults
}

function findFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const faults = scrollWidth > clientWidth ? [`sideways: ${scrollWidth} in ${clientWidth}`] : []
  const all = [...textBlocks(), ...controls()]
  faults.push(...all.flatMap((block) => outOfPlace(block, clientWidth)))
  const blocks = all.filter(({ element }) => !isFixed(element))
  for (const [index, a] of blocks.entries()) {
    if (isCut(a)) faults.push(`cut: ${nameOf(a.element)}`)
    for (const b of blocks.slice(index + 1)) {
      if (belong(a.element, b.element) || !a.rects.some((one) => b.rects.some((other) => touch(one, other)))) continue
      faults.push(`overlap: ${nameOf(a.element)} and ${nameOf(b.element)}`)
    }
  }
  return [...faults, ...[...document.querySelectorAll('.q')].flatMap(rowFaults)]
}
