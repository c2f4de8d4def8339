import type { Element, Root, RootContent } from 'hast'

export interface Heading {
  id: string
  text: string
}

// The ids of the frame around every page.
const takenByFrame = ['root', 'main', 'blog', 'blog-heading']

/**
 * Gives each `##` and `###` an id made of its words, so that links to it stay good while the words do. The ids are
 * unique on the page; the `##` headings are added to `sections`, in their order.
 */
export function headingIds(sections: Heading[]): (tree: Root) => void {
  return (tree) => {
    const taken = new Set(takenByFrame)
    for (const heading of elementsIn(tree, ['h2', 'h3'])) {
      const text = headingText(heading)
      const id = firstFree(wordsOf(text), taken)
      taken.add(id)
      heading.properties.id = id
      if (heading.tagName === 'h2') sections.push({ id, text })
    }
  }
}

/** Tables as ledgers: the first cell of a row is its heading, and a right-aligned column has the class `r`. */
export function ledgerTables(): (tree: Root) => void {
  return (tree) => {
    for (const cell of elementsIn(tree, ['th', 'td'])) {
      if (cell.tagName === 'th') cell.properties.scope = 'col'
      // Styles in attributes are refused by the site's security policy.
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
  // Only words are known at build: a figure could change, and the address of the section with it.
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
