import { timelineWords as words } from '#words/desk/form.ts'
import { longTime } from '#words/format.ts'
import type { TimelineEntry } from '../../../../domain/staff/timeline.ts'
import { Part } from './part.tsx'
import { keyOf, sayingOf } from './timeline-words.ts'

/** So many entries are in sight. */
const newest = 6

/** Everything that happened to a form, the newest first; what is older is folded. */
export function TimelinePart({ timeline }: { timeline: TimelineEntry[] }) {
  const earlier = timeline.slice(newest)
  return (
    <Part heading={words.heading}>
      <Entries entries={timeline.slice(0, newest)} />
      {earlier.length > 0 ? (
        <details className="folded">
          <summary>{words.earlier(earlier.length)}</summary>
          <Entries entries={earlier} />
        </details>
      ) : null}
    </Part>
  )
}

function Entries({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry, index) => (
        // Of what happens at one moment nothing else may tell one from the other.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${keyOf(entry)} ${entries.length - index}`} className={`kind-${entry.kind}`}>
          <time dateTime={entry.at}>{longTime(new Date(entry.at))}</time>
          <p className="as-typed" dir="auto">{sayingOf(entry)}</p>
        </li>
      ))}
    </ol>
  )
}
