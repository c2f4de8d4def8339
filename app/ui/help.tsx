import { type PointerEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { browserClock } from '../clock.ts'
import { createHelpTiming } from './help-timing.ts'
import { afterPress } from './press.ts'

/** Shared by all help buttons, so that the delay is not repeated from one to the next. */
const timing = createHelpTiming(browserClock)

const closed = () => false

interface HelpProps {
  /** The tooltip's. */
  id: string
  /** The button's name, such as `Help: Late payments`. */
  label: string
  children: ReactNode
}

/**
 * A help button and its tooltip, beside a question. Opens after a delay of hovering, at once on focus or tap; stays while
 * the pointer is on the text; Escape, leaving and pressing elsewhere close it (WCAG 1.4.13).
 */
export function Help({ id, label, children }: HelpProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const isOpen = useSyncExternalStore(timing.subscribe, () => timing.open() === id, closed)

  useEffect(() => () => timing.hide(id), [id])
  useEffect(() => (isOpen ? closeFromOutside(frame.current, id) : undefined), [isOpen, id])
  useEffect(() => {
    if (isOpen && tip.current) bringIntoView(tip.current)
  }, [isOpen])

  function onLeave({ currentTarget }: PointerEvent) {
    if (!currentTarget.contains(document.activeElement)) timing.hide(id)
  }

  return (
    <span
      className="help"
      ref={frame}
      // Touch has no hovering.
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && timing.point(id)}
      onPointerLeave={onLeave}
    >
      <button
        type="button"
        aria-label={label}
        aria-describedby={id}
        // On a phone, what stands below moves.
        onFocus={() => afterPress(() => timing.show(id))}
        onBlur={() => afterPress(() => timing.hide(id))}
        onClick={(event) => {
          // Safari does not focus a button that is pressed.
          event.currentTarget.focus()
          timing.show(id)
        }}
      >
        <span aria-hidden="true">?</span>
      </button>
      <span className="tip" role="tooltip" id={id} ref={tip} hidden={!isOpen}>
        {children}
      </span>
    </span>
  )
}

/** On a phone the text opens in the page, perhaps below the screen; its button stays in sight. */
function bringIntoView(tip: HTMLElement): void {
  if (getComputedStyle(tip).position !== 'static') return
  for (const part of [tip, tip.previousElementSibling]) part?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

function closeFromOutside(frame: HTMLElement | null, id: string): () => void {
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && timing.dismiss(), { signal })
  // On `click`, the end of a press: what is being pressed must not move.
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Node && !frame?.contains(target)) timing.hide(id)
    },
    { signal },
  )
  return () => listening.abort()
}
