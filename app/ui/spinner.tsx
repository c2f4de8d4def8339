import { controls } from '#words/controls.ts'

/** Stands for content that is being loaded. */
export function Spinner() {
  return (
    <p className="spinner" role="status">
      {controls.loading}
    </p>
  )
}
