import { useSyncExternalStore } from 'react'
import { controls } from '#words/controls.ts'
import { browserClock } from '../clock.ts'
import { createToastQueue, type Toast, type ToastQueue, type Tone } from './toast-queue.ts'

/** R-TOASTS: titled notices stay 5000 ms, one at a time; lines stay 4000 ms, three at a time. */
// Equal notices would still be in the queue when their cause is gone.
const notices = createToastQueue(1, 5000, browserClock, 'merged')
const lines = createToastQueue(3, 4000, browserClock)

/** Shows a titled notice, after those that are already waiting. */
export function showNotice({ title, message, tone = 'neutral' }: { title: string; message: string; tone?: Tone }): void {
  notices.add({ title, message, tone })
}

/** Shows one line. */
export function showLine(message: string, tone: Tone = 'neutral'): void {
  lines.add({ title: undefined, message, tone })
}

/** Takes back the lines that tell of a fault, once somebody sees to it. */
export function dismissFaults(): void {
  for (const { id, tone } of lines.shown()) if (tone === 'error') lines.dismiss(id)
}

/** Where toasts appear: mounted once, above the routes, so that they survive a change of page. */
export function Toasts() {
  return (
    <section className="toasts" aria-label={controls.notifications} aria-live="polite" aria-relevant="additions">
      <ToastSet queue={notices} />
      <ToastSet queue={lines} />
    </section>
  )
}

const none: readonly Toast[] = []

function ToastSet({ queue }: { queue: ToastQueue }) {
  const shown = useSyncExternalStore(queue.subscribe, queue.shown, () => none)
  return shown.map((toast) => <ToastBox key={toast.id} toast={toast} queue={queue} />)
}

const toneClass: Record<Tone, string> = { neutral: 'toast', success: 'toast good', error: 'toast bad' }

function ToastBox({ toast, queue }: { toast: Toast; queue: ToastQueue }) {
  const dismiss = () => {
    queue.dismiss(toast.id)
    // A removed element reports no `pointerleave` and no `blur`.
    queue.resume()
  }
  return (
    <div
      className={toneClass[toast.tone]}
      role={toast.tone === 'error' ? 'alert' : 'status'}
      // Touch has no hovering: after a tap the toast would stay for good.
      onPointerEnter={(event) => event.pointerType === 'mouse' && queue.pause()}
      onPointerLeave={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
    >
      <span>
        {toast.title ? <b>{`${toast.title} `}</b> : null}
        {toast.message}
      </span>
      <button type="button" aria-label={controls.dismiss} onClick={dismiss}>
        &times;
      </button>
    </div>
  )
}
