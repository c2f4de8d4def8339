import type { ComponentProps, FunctionComponent, ReactNode } from 'react'
import { addressLines } from '#words/contact-lines.ts'
import { facts, type FactName } from '#words/facts.ts'
import { formatUsd } from '#words/format.ts'
import { refundRules, type RefundRuleName } from '#words/refunds.ts'
import { coaching, type PaidService, plans } from '../../domain/plans.ts'
import { site } from '../../site.config.ts'
import { Link, OutboundLink } from './link.tsx'

/** A module that the build made of an MDX file (`build/mdx.ts`). */
export interface Document<FrontMatter> {
  default: FunctionComponent<{ components: Record<string, FunctionComponent<never>> }>
  frontMatter: FrontMatter
  /** The sections, in their order. */
  headings: { id: string; text: string }[]
}

/** The body of a document, with the tags that its author may use besides Markdown. */
export function Prose({ body: Body }: { body: Document<unknown>['default'] }) {
  return <Body components={components} />
}

const components = { Fact, Org, Email, Phone, Address, Notice, Plan, Price, RefundRule, a: DocumentLink, table: Table }

// Names come from documents, which no type checks: an unknown one is an error of the build, where pages are prerendered.
function entry<Value>(table: Record<string, Value>, kind: string, name: string): Value {
  const value = table[name]
  if (value === undefined) throw new Error(`A document names the ${kind} "${name}", which there is not`)
  return value
}

/** A figure of `content/facts.ts`; it never breaks over two lines. */
function Fact({ name }: { name: FactName }) {
  return <span className="nb">{entry(facts, 'fact', name)}</span>
}

function Plan({ id }: { id: PaidService }) {
  return entry({ ...plans, coaching }, 'plan', id).name
}

function Price({ id }: { id: PaidService }) {
  return <span className="nb">{formatUsd(entry({ ...plans, coaching }, 'plan', id).priceCents)}</span>
}

/** A sentence of the refund policy that the staff read beside a quote, too. */
function RefundRule({ name }: { name: RefundRuleName }) {
  return entry(refundRules, 'rule of refunds', name)
}

function Org() {
  return site.organization.name
}

function Email() {
  return <a href={`mailto:${site.contact.email}`}>{site.contact.email}</a>
}

function Phone() {
  return <a href={`tel:${site.contact.phoneDialed}`}>{site.contact.phone}</a>
}

function Address() {
  return addressLines.join(', ')
}

interface NoticeProps {
  title: string
  /** Bad: what can cost the reader something. Good: what speaks for the reader. */
  tone?: 'bad' | 'good'
  children: ReactNode
}

function Notice({ title, tone, children }: NoticeProps) {
  return (
    <div className={tone ? `notice ${tone}` : 'notice'}>
      <b>{title}</b>
      {children}
    </div>
  )
}

function DocumentLink({ href = '', children }: ComponentProps<'a'>) {
  if (/^https?:/.test(href)) return <OutboundLink to={href}>{children}</OutboundLink>
  return href.startsWith('/') ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>
}

/** A table that is wider than the screen scrolls by itself. */
function Table({ children }: { children: ReactNode }) {
  return (
    <div className="table-frame">
      <table>{children}</table>
    </div>
  )
}
