import { staffDeeds } from '#words/desk/actions.ts'
import { logWords as words } from '#words/desk/log.ts'
import { longTime } from '#words/format.ts'
import type { LogEntry } from '../../../../domain/staff/log.ts'
import { DeskLink } from '../desk-link.tsx'

/** Entries of the log, the newest first: on a phone one below the other, a table where there is room. */
export function LogList({ entries }: { entries: LogEntry[] }) {
  const { columns } = words
  return (
    <table className="log">
      <thead>
        <tr>
          {[columns.at, columns.who, columns.what, columns.about].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <time dateTime={entry.at}>{longTime(new Date(entry.at))}</time>
            </td>
            <td dir="auto">{entry.staff}</td>
            <td>
              {staffDeeds[entry.action]}
              {entry.note ? <span className="fine as-typed">{words.note(entry.note)}</span> : null}
            </td>
            <td>
              <About entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What has no form of its own says how many it was about. */
function About({ entry }: { entry: LogEntry }) {
  const { action, enrollment_id: form, name, enrollments, account_id: id, account } = entry
  if (form && action === 'delete') return <code>{form}</code>
  if (form) {
    return (
      <DeskLink to={{ view: 'form', id: form }}>
        <bdi>{name ?? words.openForm}</bdi>
      </DeskLink>
    )
  }
  const whose = id ? (account ?? words.account(id)) : null
  return (
    <>
      {[enrollments > 0 ? words.forms(enrollments) : null, whose ? <bdi key={whose}>{whose}</bdi> : null]
        .filter((part) => part !== null)
        .flatMap((part, index) => (index > 0 ? [', ', part] : [part]))}
    </>
  )
}
