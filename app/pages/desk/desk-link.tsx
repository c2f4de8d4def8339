import type { ComponentProps, MouseEvent } from 'react'
import { useDesk } from './desk-context.ts'
import { type Place, searchOf } from './place.ts'

interface DeskLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  to: Place
}

/** A link to another view of the desk. */
export function DeskLink({ to, children, ...attributes }: DeskLinkProps) {
  const { go } = useDesk()
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a {...attributes} href={location.pathname + searchOf(to)} onClick={follow}>
      {children}
    </a>
  )
}
