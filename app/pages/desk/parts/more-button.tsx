import { useSending } from '../../../ui/use-sending.ts'

interface MoreButtonProps {
  words: { submit: string; busy: string }
  onPress: () => Promise<void>
}

/** Reads the next page of a list. */
export function MoreButton({ words, onPress }: MoreButtonProps) {
  const { state, start } = useSending()
  return (
    <button type="button" className="btn quiet small more-rows" aria-disabled={state === 'sending' || undefined} onClick={() => start(onPress)}>
      {state === 'sending' ? words.busy : words.submit}
    </button>
  )
}
