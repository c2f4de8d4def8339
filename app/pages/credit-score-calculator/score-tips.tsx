import { tipsHeading, tipWords } from '#words/score-tips.ts'
import type { Answers } from '../../../domain/credit-score.ts'
import { tipsFor } from '../../../domain/score/score-tips.ts'

/** What to work on, the heaviest first; or, when nothing is weak, that alone. */
export function ScoreTips({ answers }: { answers: Answers }) {
  const tips = tipsFor(answers)
  if (tips.includes('allGood')) {
    const { title, text } = tipWords.allGood
    return (
      <div className="tips">
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    )
  }
  return (
    <div className="tips">
      <h3>{tipsHeading(tips.length)}</h3>
      <ol className="reasons">
        {tips.map((tip) => (
          <li key={tip}>
            <div>
              <b>{tipWords[tip].title}</b>
              <p>{tipWords[tip].text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
