import { controls } from '../../content/controls.ts'

/** Stands where something is still being found out. */
export function Spinner() {
  return (
    <p className="spinner" role="status">
      {controls.loading}
    </p>
  )
}
