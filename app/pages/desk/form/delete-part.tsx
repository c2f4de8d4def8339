import { deleteWords as words } from '#words/desk/form.ts'
import type { ShownForm } from '../../../../domain/staff/form.ts'
import { Decision } from '../parts/decision.tsx'
import { ToldNotice, useTold } from '../parts/told.tsx'
import { useChange } from '../use-change.ts'
import { Folded } from './folded.tsx'

/** For leads: deletes the form at the client's request. */
export function DeletePart({ form: { id }, onDeleted }: { form: ShownForm; onDeleted: () => void }) {
  const change = useChange('staff_delete')
  const [told, tell] = useTold()
  return (
    <Folded heading={words.heading} className="no-print">
      <ToldNotice told={told} />
      <Decision
        words={words}
        look="btn quiet small danger"
        typed={words}
        change={change}
        parameters={() => ({ p_id: id })}
        told={() => ({ tone: 'good', text: words.done })}
        tell={tell}
        onDone={onDeleted}
      />
    </Folded>
  )
}
