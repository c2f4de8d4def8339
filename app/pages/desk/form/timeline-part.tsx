import { timelineWords as words } from '#words/desk/form.ts'
import { longTime } from '#words/format.ts'
import type { TimelineEntry } from '../../../../domain/staff/timeline.ts'
import { Part } from './part.tsx'
import { keyOf, sayingOf } from './timeline-words.ts'

/** Everything that happened to a form, the newest first. */
export function TimelinePart({ timeline }: { timeline: TimelineEntry[] }) {
  return (
    <Part heading={words.heading}>
      <ol className="timeline">
        {timeline.map((entry, index) => (
          // Of what happens at one moment nothing else may tell one from the other.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${keyOf(entry)} ${timeline.length - index}`} className={`kind-${entry.kind}`}>
            <time dateTime={entry.at}>{longTime(new Date(entry.at))}</time>
            <p className="as-typed" dir="auto">{sayingOf(entry)}</p>
          </li>
        ))}
      </ol>
    </Part>
  )
}
