import { useEffect, useRef } from 'react'
import { deskGate } from '#words/desk/frame.ts'
import { keepPlace } from './kept-place.ts'
import { signInAddress } from './sign-in-address.ts'

/** Why the desk was closed to somebody who was let in. */
export type Closing = 'idle' | 'signed-out'

/** In place of the desk, once the session of whoever sat at it has ended. */
export function Closed({ why }: { why: Closing }) {
  const words = deskGate.closed
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    keepPlace()
  }, [])
  return (
    <main className="wrap desk-outside">
      <h1 tabIndex={-1} ref={heading}>
        {words[why].heading}
      </h1>
      <p className="lead">{words[why].text}</p>
      <p className="actions">
        <a className="btn" href={signInAddress}>
          {words.signIn}
        </a>
      </p>
    </main>
  )
}
