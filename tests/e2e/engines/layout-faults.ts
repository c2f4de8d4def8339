import type { Page } from '@playwright/test'

/** What of the page as it is drawn now is cut off, covered or out of its row, in words; nothing where all is well. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults)

/** Runs in the page. */
function findFaults(): string[] {
  /** By how many pixels shapes may touch: letters stand out of their lines, and lengths are rounded. */
  const tolerance = 2

  interface Block {
    element: Element
    rects: DOMRect[]
    name: string
  }

  const shown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('[inert], .sr-only, [role=tooltip]')
  const nameOf = (element: Element) => `${element.localName}${[...element.classList].map((name) => `.${name}`).join('')} "${(element.textContent || element.getAttribute('aria-label') || element.getAttribute('name') || '').trim().slice(0, 40)}"`
  const isFixed = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement) if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
    return false
  }

  /** Whether somebody sees it: not clipped to nothing, as text for screen readers alone is. */
  const clipped = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const style = getComputedStyle(each)
      if (/inset\(50%|circle\(0|rect\(/.test(style.clipPath + style.clip)) return true
      if (style.overflow !== 'visible' && Math.min(each.clientWidth, each.clientHeight) <= 1 && style.display !== 'inline') return true
    }
    return false
  }

  /** Of a line of text the part that letters fill: the rest of its box may reach into the lines above and below. */
  const inked = ({ x, y, width, height }: DOMRect) => new DOMRect(x, y + height * 0.2, width, height * 0.6)

  function textBlocks(): Block[] {
    const blocks = new Map<Element, Block>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !shown(element) || element.closest('svg, option, noscript, script, style') || clipped(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const block = blocks.get(element) ?? { element, rects: [], name: nameOf(element) }
      block.rects.push(...[...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1).map(inked))
      blocks.set(element, block)
    }
    return [...blocks.values()]
  }

  function controls(): Block[] {
    const all = [...document.querySelectorAll('button, input, select, textarea, summary, a.button, .btn, iframe')]
    return all
      .filter((element) => shown(element) && !clipped(element))
      .map((element) => ({ element, rects: [element.getBoundingClientRect()], name: nameOf(element) }))
      .filter(({ rects: [rect] }) => rect && rect.width > 2 && rect.height > 2)
  }

  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > tolerance && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > tolerance

  const related = (a: Element, b: Element) => {
    if (a.contains(b) || b.contains(a)) return true
    // A choice lies over its own label.
    const label = a.closest('label')
    return label !== null && label === b.closest('label')
  }

  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`sideways: ${root.scrollWidth} in ${root.clientWidth}`)

  const blocks = [...textBlocks(), ...controls()].filter(({ element }) => !isFixed(element))
  for (const [index, a] of blocks.entries()) {
    for (const b of blocks.slice(index + 1)) {
      if (related(a.element, b.element)) continue
      if (a.rects.some((one) => b.rects.some((other) => overlap(one, other)))) faults.push(`overlap: ${a.name} and ${b.name}`)
    }
    for (const { left, right } of a.rects) {
      if (left < -tolerance || right > root.clientWidth + tolerance) faults.push(`outside: ${a.name} from ${Math.round(left)} to ${Math.round(right)}`)
    }
  }

  for (const { element, name } of blocks) {
    const style = getComputedStyle(element)
    if (element.matches('input, textarea, iframe') || style.display === 'inline') continue
    const cut = (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + tolerance) || (style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + tolerance)
    if (cut && !/auto|scroll/.test(style.overflow)) faults.push(`cut: ${name}`)
  }

  for (const row of document.querySelectorAll('.q')) {
    const asked = row.querySelector(':scope > legend, :scope > .label')
    const help = row.querySelector(':scope > :not(legend, .label, .chips, .count, .checks)')?.querySelector('button') ?? row.querySelector(':scope > button')
    const control = row.querySelector(':scope > :is(.chips, .count, .checks)')
    if (!asked || !control || !shown(row)) continue
    const [box, question, answer] = [row, asked, control].map((each) => each.getBoundingClientRect())
    if (!box || !question || !answer) continue
    const name = nameOf(asked)
    if (question.top - box.top < 8) faults.push(`row: the rule runs through ${name}`)
    if (help) {
      const { top, bottom, left } = help.getBoundingClientRect()
      const middle = (top + bottom) / 2
      if (middle < question.top || middle > question.bottom || left < question.left + 20) faults.push(`row: the help is not beside ${name}`)
    }
    const beside = answer.left >= question.right - tolerance
    if (beside ? answer.bottom < question.top || answer.top > question.bottom : answer.top < question.bottom - tolerance) {
      faults.push(`row: the control is off ${name}`)
    }
  }
  return faults
}
