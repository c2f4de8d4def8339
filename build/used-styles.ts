import { selectOne } from 'css-select'
import { parse as parseSelector, type Selector, SelectorType } from 'css-what'
import { parseDocument } from 'htmlparser2'
import { type Container, parse as parseStyles, type Rule } from 'postcss'

/**
 * The rules of a style sheet that match an element of the page in any state that it can reach without the app: focused,
 * open, checked. Hovering loads the app, and with it the whole sheet. Animations and custom properties that none of
 * these rules uses are left out.
 */
export function usedStyles(html: string, styles: string): string {
  const page = parseDocument(html)
  const sheet = parseStyles(styles)
  sheet.walkRules((rule) => {
    if (isStepOfAnimation(rule)) return
    const used = rule.selectors.filter((selector) => applies(selector, page))
    if (used.length) rule.selectors = used
    else rule.remove()
  })
  removeUnused(sheet)
  return sheet.toString()
}

function isStepOfAnimation({ parent }: Rule): boolean {
  return parent !== undefined && 'name' in parent && parent.name.endsWith('keyframes')
}

function applies(selector: string, page: ReturnType<typeof parseDocument>): boolean {
  const stated = parseSelector(selector).filter((tokens) => !tokens.some(isPointing))
  return stated.length > 0 && selectOne(stated.map(inAnyState), page.children) !== null
}

const isPointing = (token: Selector) => token.type === SelectorType.Pseudo && token.name === 'hover'

/** Pseudo-classes for an element's position, which the markup alone decides. */
const structural = /^(first|last|only|nth|root|empty)/
const alternatives = new Set(['is', 'where', 'has'])

/** The same selector, for elements in any state. */
function inAnyState(selector: Selector[]): Selector[] {
  const kept = selector.flatMap((token): Selector[] => {
    if (token.type === SelectorType.PseudoElement) return []
    if (token.type === SelectorType.Attribute) return token.name === 'open' ? [] : [token]
    if (token.type !== SelectorType.Pseudo) return [token]
    if (alternatives.has(token.name) && Array.isArray(token.data)) return [{ ...token, data: token.data.map(inAnyState) }]
    return structural.test(token.name) ? [token] : []
  })
  // The remainder of `:hover` or `li > ::marker` still needs an element to match.
  return kept.length === 0 ? [universal] : kept.flatMap((token, index) => {
    const next = kept[index + 1]
    return isCombinator(token) && (!next || isCombinator(next)) ? [token, universal] : [token]
  })
}

const universal: Selector = { type: SelectorType.Universal, namespace: null }

function isCombinator({ type }: Selector): boolean {
  return (
    type === SelectorType.Adjacent || type === SelectorType.Child || type === SelectorType.Descendant || type === SelectorType.Sibling
  )
}

function removeUnused(sheet: Container): void {
  const text = sheet.toString()
  sheet.walkDecls(/^--/, (property) => {
    if (!text.includes(`var(${property.prop}`)) property.remove()
    // Minifiers leave the values of custom properties as they are written.
    else property.value = property.value.replaceAll(', ', ',')
  })
  sheet.walkAtRules(/keyframes$/, (animation) => {
    if (!new RegExp(`animation[^;}]*[:\\s]${animation.params}\\b`).test(text)) animation.remove()
  })
  sheet.walk((node) => {
    if ((node.type === 'atrule' || node.type === 'rule') && node.nodes?.length === 0) node.remove()
  })
}
