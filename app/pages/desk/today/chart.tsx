import { chartWords as words } from '#words/desk/today.ts'
import { longDateOf } from '#words/format.ts'
import type { DayOfDeliveries } from '../../../../domain/staff/today.ts'

/** From the ground up. */
const allSeries = ['accepted', 'pretended', 'waiting', 'in_review'] as const
type Series = (typeof allSeries)[number]

// Of the drawing, which is stretched to the width of its place.
const columnWidth = 10
const height = 100

const totalOf = (day: DayOfDeliveries) => allSeries.reduce((total, name) => total + day[name], 0)
const sumOf = (days: DayOfDeliveries[], name: Series) => days.reduce((total, day) => total + day[name], 0)

/** What became of the forms of 30 days: a drawing, its legend, and the same as a table. */
export function DeliveriesChart({ days }: { days: DayOfDeliveries[] }) {
  const most = Math.max(...days.map(totalOf))
  const [first] = days
  if (most === 0 || !first) return <p>{words.none}</p>
  // Only a trial has a stand-in.
  const series = allSeries.filter((name) => name !== 'pretended' || sumOf(days, name) > 0)
  return (
    <figure className="deliveries-chart">
      <p className="fine num" aria-hidden>
        {words.most(most)}
      </p>
      <svg
        viewBox={`0 0 ${days.length * columnWidth} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.summary(sumOf(days, 'accepted'), sumOf(days, 'waiting'), sumOf(days, 'in_review'), sumOf(days, 'pretended'))}
      >
        {days.map((day, index) => (
          <Column key={day.day} day={day} x={index * columnWidth} scale={height / most} />
        ))}
      </svg>
      <p className="ends fine" aria-hidden>
        <span>{longDateOf(first.day)}</span>
        <span>{words.today}</span>
      </p>
      <figcaption>
        <ul className="legend">
          {series.map((name) => (
            <li key={name} className={name}>
              {words.series[name]}: <span className="num">{sumOf(days, name)}</span>
            </li>
          ))}
        </ul>
      </figcaption>
      <details>
        <summary>{words.table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {series.map((name) => (
                <th scope="col" key={name}>
                  {words.series[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{longDateOf(day.day)}</th>
                {series.map((name) => (
                  <td key={name} className="num">
                    {day[name]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** A day as one column, stacked. */
function Column({ day, x, scale }: { day: DayOfDeliveries; x: number; scale: number }) {
  const heights = allSeries.map((name) => day[name] * scale)
  return allSeries.map((name, index) => {
    const below = heights.slice(0, index).reduce((total, each) => total + each, 0)
    const own = heights[index] ?? 0
    return own === 0 ? null : <rect key={name} className={name} x={x + 1} width={columnWidth - 2} y={height - below - own} height={own} />
  })
}
