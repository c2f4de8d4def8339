import { useState } from 'react'
import { findWords as words } from '#words/desk/find.ts'
import { searchKey } from './use-search-key.ts'

/** The keys of the search, and the switch for the one that works anywhere. */
export function KeySetting() {
  const [state, setState] = useState(searchKey.read)
  return (
    <div className="keys">
      <p className="fine">{words.keys}</p>
      <label className="tick fine">
        <input
          type="checkbox"
          checked={state === 'on'}
          onChange={({ currentTarget }) => {
            const next = currentTarget.checked ? 'on' : 'off'
            searchKey.write(next)
            setState(next)
          }}
        />
        <span>{words.searchKey}</span>
      </label>
    </div>
  )
}
