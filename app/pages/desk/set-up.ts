import { keptText, nameHere } from '../../backend/browser-storage.ts'

const kept = keptText('browser', nameHere('desk-set-up'))

/** Whoever has begun with their first authenticator app is led on to recovery codes, also after the page was left. */
export function beginSetUp(userId: string): void {
  kept.write(userId)
}

export const beganSetUp = (userId: string): boolean => kept.read() === userId

export function endSetUp(): void {
  kept.forget()
}
