import { readBoundedText } from '../../../deliveries/bounded-text.ts'
import type { Result } from '../../../domain/result.ts'

export interface Refusal {
  httpStatus: 400 | 413 | 415
  message: string
}

export const refuse = (httpStatus: Refusal['httpStatus'], message: string): { fault: Refusal } => ({ fault: { httpStatus, message } })

/** The JSON of a request's body, of at most `limitBytes`. */
export async function readJson(request: Request, limitBytes: number): Promise<Result<unknown, Refusal>> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return refuse(415, 'The content type must be application/json')
  }
  const text = await readBoundedText(request.body, limitBytes)
  if (text === undefined) return refuse(413, `The body must be at most ${limitBytes} bytes`)
  try {
    return { ok: JSON.parse(text) }
  } catch {
    return refuse(400, 'The body is not JSON')
  }
}
