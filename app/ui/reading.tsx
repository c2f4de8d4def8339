import type { ReactNode } from 'react'
import { type Document, Prose } from './prose.tsx'

interface ReadingProps {
  document: Document<unknown>
  /** The heading of the list of sections. */
  contents: string
  /** Below the text. */
  children?: ReactNode
}

/** A document beside the list of its sections, which stays in sight on wide screens. */
export function Reading({ document, contents, children }: ReadingProps) {
  return (
    <div className="read body">
      <nav className="toc" aria-labelledby="contents">
        <h2 id="contents">{contents}</h2>
        <ul className="num">
          {document.headings.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="prose num">
        <Prose body={document.default} />
        {children}
      </div>
    </div>
  )
}
