import type { BehaviourName } from './behaviours.ts'
import { enrollmentIdIn, maskFields } from './mask-fields.ts'

export interface ReceivedForm {
  receivedAt: string
  /** From the first line of the free text. */
  enrollmentId: string | undefined
  /** `unknown-form` if the ids were wrong. */
  answeredWith: BehaviourName | 'unknown-form'
  /** Masked before they are kept. */
  fields: Record<string, string>
}

const maxForms = 200

/** The received forms, the newest first. The count goes on when old ones are dropped. */
export class ReceivedForms {
  #forms: ReceivedForm[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  get forms(): readonly ReceivedForm[] {
    return this.#forms
  }

  add(fields: Record<string, string>, answeredWith: ReceivedForm['answeredWith'], at: Date): void {
    const enrollmentId = enrollmentIdIn(fields.textArea1 ?? '')
    const form = { receivedAt: at.toISOString(), enrollmentId, answeredWith, fields: maskFields(fields) }
    this.#forms = [form, ...this.#forms].slice(0, maxForms)
    this.#count += 1
  }

  clear(): void {
    this.#forms = []
    this.#count = 0
  }
}
