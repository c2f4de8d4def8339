import { exportWords as words } from '#words/desk/export.ts'
import type { Exporting } from './use-export.ts'

interface ExportProgressProps {
  exporting: Exporting
  /** The name of the file that was made last. */
  file: string
  goOn: () => void
  stop: () => void
}

/** How far the file is, and what has become of it. */
export function ExportProgress({ exporting, file, goOn, stop }: ExportProgressProps) {
  return (
    <>
      {exporting.state === 'under-way' || exporting.state === 'interrupted' ? (
        <div className="under-way">
          <label>
            <span>{words.progress(exporting.done, exporting.all)}</span>
            <progress aria-label={words.progressLabel} value={exporting.done} max={Math.max(exporting.all, 1)} />
          </label>
          <p className="actions">
            {exporting.state === 'interrupted' ? (
              <button type="button" className="btn small" onClick={goOn}>
                {words.goOn}
              </button>
            ) : null}
            <button type="button" className="btn quiet small" onClick={stop}>
              {words.stop}
            </button>
          </p>
        </div>
      ) : null}
      {/* Rendered while empty, too: screen readers announce only what changes in it. */}
      <div role="status" className="outcome">
        {tellOf(exporting, file).map(([tone, text]) => (
          <p key={text} className={`notice ${tone}`}>
            {text}
          </p>
        ))}
      </div>
    </>
  )
}

function tellOf(exporting: Exporting, file: string): [tone: string, text: string][] {
  switch (exporting.state) {
    case 'interrupted':
      return [['bad', words.interrupted]]
    case 'stopped':
      return [['', words.stopped]]
    case 'none':
      return [['', words.none]]
    case 'ready':
      return [['good', words.ready(exporting.count, file)], ...(exporting.unreadable > 0 ? [['bad', words.unreadable(exporting.unreadable)] satisfies [string, string]] : [])]
    default:
      return []
  }
}
