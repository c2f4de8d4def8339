import { controls } from '../../content/controls.ts'

/** A live region of its own, not the result of a form that `<output>` stands for. */
const role = 'status'

/** Stands where something is still being found out. */
export function Spinner() {
  return (
    <p className="spinner" role={role}>
      {controls.loading}
    </p>
  )
}
