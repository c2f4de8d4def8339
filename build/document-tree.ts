import type { Element, Root, RootContent } from 'hast'

export interface Heading {
  id: string
  text: string
}

// Ids that the layout around every page uses.
const reservedIds = ['root', 'main', 'blog', 'blog-heading']

/**
 * Gives each `##` and `###` an id derived from its text, so that links to it are stable as long as the text is. The ids
 * are unique on the page; the `##` headings are added to `sections` in order.
 */
export function headingIds(sections: Heading[]): (tree: Root) => void {
  return (tree) => {
    const taken = new Set(reservedIds)
    for (const heading of elementsIn(tree, ['h2', 'h3'])) {
      const text = headingText(heading)
      const id = firstFree(wordsOf(text), taken)
      taken.add(id)
      heading.properties.id = id
      if (heading.tagName === 'h2') sections.push({ id, text })
    }
  }
}

/** Makes the first cell of each row a heading, and gives right-aligned columns the class `r`. */
export function ledgerTables(): (tree: Root) => void {
  return (tree) => {
    for (const cell of elementsIn(tree, ['th', 'td'])) {
      if (cell.tagName === 'th') cell.properties.scope = 'col'
      // The content security policy forbids style attributes.
      if (cell.properties.align === 'right') cell.properties.className = ['r']
      delete cell.properties.align
    }
    for (const row of elementsIn(tree, ['tr'])) {
      const first = row.children.find((child) => child.type === 'element')
      if (first?.tagName !== 'td') continue
      first.tagName = 'th'
      first.properties.scope = 'row'
    }
  }
}

function elementsIn(node: Root | RootContent, names: string[]): Element[] {
  const below = 'children' in node ? node.children.flatMap((child) => elementsIn(child, names)) : []
  return node.type === 'element' && names.includes(node.tagName) ? [node, ...below] : below
}

function headingText({ children }: Element): string {
  const text = children.map((child) => (child.type === 'text' ? child.value : undefined))
  // A heading with a computed figure would change its id whenever the figure changes.
  if (text.includes(undefined)) throw new Error('a heading holds more than plain text')
  return text.join('')
}

function wordsOf(text: string): string {
  return text.toLowerCase().match(/[a-z0-9]+/g)?.join('-') ?? 'section'
}

function firstFree(id: string, taken: Set<string>, count = 1): string {
  const candidate = count === 1 ? id : `${id}-${count}`
  return taken.has(candidate) ? firstFree(id, taken, count + 1) : candidate
}
