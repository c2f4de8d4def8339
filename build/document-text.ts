import { addressLines } from '../content/contact-lines.ts'
import { facts } from '../content/facts.ts'
import { formatUsd } from '../content/format.ts'
import { refundRules } from '../content/refunds.ts'
import { coaching, plans } from '../domain/plans.ts'
import { site } from '../site.config.ts'

/** A node of a document's tree, of HTML or of a tag such as `<Org />`. */
interface Node {
  type: string
  value?: string
  tagName?: string
  name?: string | null
  attributes?: readonly { name?: string; value?: unknown }[]
  children?: readonly Node[]
}

/** Elements within a line; all others begin and end one. */
const inline = new Set(['a', 'abbr', 'b', 'br', 'code', 'em', 'i', 's', 'small', 'span', 'strong', 'sub', 'sup'])

const services = Object.entries({ ...plans, coaching })

/** What the tags of a document read (`app/ui/prose.tsx` draws them), by the name or id that they are given. */
const tags: Record<string, ReadonlyMap<string, string>> = {
  Fact: new Map(Object.entries(facts)),
  Plan: new Map(services.map(([id, { name }]) => [id, name])),
  Price: new Map(services.map(([id, { priceCents }]) => [id, formatUsd(priceCents)])),
  RefundRule: new Map(Object.entries(refundRules)),
  Org: new Map([['', site.organization.name]]),
  Email: new Map([['', site.contact.email]]),
  Phone: new Map([['', site.contact.phone]]),
  Address: new Map([['', addressLines.join(', ')]]),
}

/**
 * The text of a document as one reads it, a line for each heading, paragraph, item and cell, with single spaces
 * (R-CONSENT-TEXT). Addresses and looks do not count. Throws for what only the browser could work out.
 */
export function textOf(tree: Node): string {
  const lines: string[] = []
  let line = ''
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text) lines.push(text)
    line = ''
  }
  const read = (node: Node): void => {
    if (node.type === 'text') line += node.value ?? ''
    if (node.type.endsWith('Expression')) throw new Error('a text that clients agree to holds an expression')
    const tag = node.type.startsWith('mdxJsx') ? (node.name ?? '') : undefined
    const isBlock = node.type === 'element' ? !inline.has(node.tagName ?? '') : tag === 'Notice'
    if (isBlock) endLine()
    if (tag === 'Notice') line += attributeOf(node, 'title')
    else if (tag !== undefined) line += tagText(tag, attributeOf(node, 'name') || attributeOf(node, 'id'))
    node.children?.forEach(read)
    if (isBlock) endLine()
  }
  read(tree)
  endLine()
  return lines.join('\n')
}

function attributeOf({ attributes = [] }: Node, name: string): string {
  const value = attributes.find((attribute) => attribute.name === name)?.value
  return typeof value === 'string' ? value : ''
}

function tagText(tag: string, key: string): string {
  const text = tags[tag]?.get(key)
  if (text === undefined) throw new Error(`a text that clients agree to holds <${tag}>, whose text is unknown`)
  return text
}
