import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface TabsProps<Name extends string> {
  label: string
  names: readonly Name[]
  selected: Name
  onSelect: (name: Name) => void
  title: (name: Name) => string
  /** The panel of the selected tab. */
  children: ReactNode
}

/** Tabs as the ARIA pattern has them: one tab stop, arrow keys, Home and End move and select at once. */
export function Tabs<Name extends string>({ label, names, selected, onSelect, title, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const next = names.at(nextIndex(event.key, names.indexOf(selected), names.length) ?? names.length)
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${name}-tab`}
            data-tab={name}
            aria-selected={name === selected}
            aria-controls={name === selected ? `${id}${name}` : undefined}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
            onKeyDown={onKeyDown}
          >
            {title(name)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}${selected}`} aria-labelledby={`${id}${selected}-tab`}>
        {children}
      </div>
    </>
  )
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
