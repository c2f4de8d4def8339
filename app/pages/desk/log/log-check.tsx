import { logWords } from '#words/desk/log.ts'
import { Part } from '../form/part.tsx'
import { useLogCheck } from './use-log-check.ts'

const words = logWords.check

/** Works the seals of the whole log out again. */
export function LogCheck() {
  const { check, start, stop } = useLogCheck()
  return (
    <Part heading={words.heading} hint={words.text}>
      {check.state === 'under-way' ? (
        <div className="under-way">
          <label>
            <span>{words.progress(check.done, check.all)}</span>
            <progress aria-label={words.progressLabel} value={check.done} max={Math.max(check.all, 1)} />
          </label>
          <button type="button" className="btn quiet small" onClick={stop}>
            {words.stop}
          </button>
        </div>
      ) : (
        <button type="button" className="btn quiet small" onClick={start}>
          {words.submit}
        </button>
      )}
      <div role="status" className="outcome">
        {check.state === 'whole' ? (
          <div className="notice good">
            <p>{words.whole(check.end.entries)}</p>
            {check.end.entries > 0 ? <p className="fine">{words.seal(check.end.hash)}</p> : null}
          </div>
        ) : null}
        {check.state === 'broken' ? (
          <div className="notice bad">
            <p>{words.broken}</p>
            <p>{words.faults[check.fault.kind](check.fault.kind === 'no-end' ? 0 : check.fault.entry)}</p>
          </div>
        ) : null}
        {check.state === 'interrupted' ? <p className="notice">{words.interrupted}</p> : null}
      </div>
    </Part>
  )
}
