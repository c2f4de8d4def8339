import { useState } from 'react'
import { calculatorResult as words, calculatorShare, linkCopied } from '#words/calculator.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { sharePage } from './share-page.ts'
import { showNotice } from '../../ui/toasts.tsx'
import { articles } from '../blog/articles.ts'

/** What to do with the result, and where to go from it. */
export function ResultActions() {
  const [address, setAddress] = useState<string>()

  async function share() {
    const url = location.origin + location.pathname
    const outcome = await sharePage({ ...calculatorShare, url }, navigator)
    setAddress(outcome === 'refused' ? url : undefined)
    if (outcome === 'copied') showNotice({ ...linkCopied, tone: 'success' })
  }

  return (
    <>
      <div className="actions score-actions">
        <Link className="btn" to={paths.assessment}>
          {words.assessment}
        </Link>
        <button className="btn quiet" type="button" onClick={() => window.print()}>
          {words.print}
        </button>
        <button className="btn quiet" type="button" onClick={() => void share()}>
          {words.share}
        </button>
        {articles.some(({ id }) => id === words.article.id) && (
          <Link className="more" to={paths.article(words.article.id)}>
            {words.article.label}
          </Link>
        )}
      </div>
      {address && <AddressToCopy address={address} />}
    </>
  )
}

/** Takes the focus, with the whole address selected: one key copies it. */
function AddressToCopy({ address }: { address: string }) {
  return (
    <div className="field address">
      <label htmlFor="address">{words.copyAddress}</label>
      <input id="address" type="url" readOnly value={address} ref={selectAll} />
    </div>
  )
}

function selectAll(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
