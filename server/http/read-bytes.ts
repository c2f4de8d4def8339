/**
 * A request's body of at most `limitBytes`, however it is sent: `too-large` as soon as that is known, `broken-off`
 * where the caller hung up, which is nobody's fault and no outage.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer | 'too-large' | 'broken-off'> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > limitBytes) return 'too-large'
  try {
    // Node reads no more than was announced, and reads it at once much faster than piece by piece.
    return announced === null ? await readPieces(request, limitBytes) : Buffer.from(await request.arrayBuffer())
  } catch {
    return 'broken-off'
  }
}

async function readPieces(request: Request, limitBytes: number): Promise<Buffer | 'too-large'> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) return 'too-large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
