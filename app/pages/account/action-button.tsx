import { useSending } from '../../ui/use-sending.ts'

interface ActionButtonProps {
  words: { submit: string; busy: string }
  onPress: () => Promise<void>
  look?: string
  /** What a screen reader says, where the words alone do not tell which one it is. */
  label?: string
}

/** A button that does one thing at a time and says so meanwhile. */
export function ActionButton({ words, onPress, look = 'btn quiet small', label }: ActionButtonProps) {
  const { state, start } = useSending()
  return (
    // Not `disabled`, which would take the focus away just when the label changes.
    <button
      type="button"
      className={look}
      aria-label={state === 'idle' ? label : undefined}
      aria-disabled={state === 'sending' || undefined}
      onClick={() => start(onPress)}
    >
      {state === 'sending' ? words.busy : words.submit}
    </button>
  )
}
