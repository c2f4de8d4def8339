import type { Result } from '../../domain/result.ts'

/**
 * A request's body of at most `limitBytes`. `too-large` is returned as soon as it is known, `broken-off` if the caller
 * disconnected, which is neither an outage nor a bug.
 */
export async function readBytes(
  request: Request,
  limitBytes: number,
): Promise<Result<Buffer, 'too-large' | 'broken-off'>> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > limitBytes) return { fault: 'too-large' }
  try {
    // Node reads no more than Content-Length, and reads a whole body much faster than chunks.
    return announced === null ? await readChunks(request, limitBytes) : { ok: Buffer.from(await request.arrayBuffer()) }
  } catch {
    return { fault: 'broken-off' }
  }
}

async function readChunks(request: Request, limitBytes: number): Promise<Result<Buffer, 'too-large'>> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > limitBytes) return { fault: 'too-large' }
    chunks.push(chunk)
  }
  return { ok: Buffer.concat(chunks) }
}
