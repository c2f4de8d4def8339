import { selectOne } from 'css-select'
import { AttributeAction, parse as parseSelector, type Selector, SelectorType } from 'css-what'
import { DomUtils, parseDocument } from 'htmlparser2'
import { type Container, parse as parseStyles, type Rule } from 'postcss'

type Document = ReturnType<typeof parseDocument>

/**
 * The rules of a style sheet that match an element of the page in any state that it can reach without the app: focused,
 * open, checked. Hovering loads the app, and with it the whole sheet. Animations and custom properties that none of
 * these rules uses are left out.
 */
export function usedStyles(html: string, styles: string): string {
  const page = parseDocument(html)
  const present = namesIn(page)
  const sheet = parseStyles(styles)
  sheet.walkRules((rule) => {
    if (isStepOfAnimation(rule)) return
    const used = rule.selectors.filter((selector) => applies(selector, page, present))
    if (used.length) rule.selectors = used
    else rule.remove()
  })
  removeUnused(sheet)
  return sheet.toString()
}

function isStepOfAnimation({ parent }: Rule): boolean {
  return parent !== undefined && 'name' in parent && parent.name.endsWith('keyframes')
}

/** The names of all elements, and their classes with a dot in front. */
function namesIn(page: Document): ReadonlySet<string> {
  const elements = DomUtils.findAll(() => true, page.children)
  return new Set(elements.flatMap(({ name, attribs }) => [name, ...(attribs.class?.split(/\s+/) ?? []).map((each) => `.${each}`)]))
}

/** The name that an element of the page must have for this part of a selector, in the words of `namesIn`. */
function nameOf(token: Selector): string | undefined {
  if (token.type === SelectorType.Tag) return token.name.toLowerCase()
  return token.type === SelectorType.Attribute && token.name === 'class' && token.action === AttributeAction.Element ? `.${token.value}` : undefined
}

function applies(selector: string, page: Document, present: ReadonlySet<string>): boolean {
  // Most rules are of other pages, which their names tell without a search through this one.
  const isAbsent = (token: Selector) => {
    const name = nameOf(token)
    return name !== undefined && !present.has(name)
  }
  const stated = parseSelector(selector).filter((tokens) => !tokens.some((token) => isPointing(token) || isAbsent(token)))
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
