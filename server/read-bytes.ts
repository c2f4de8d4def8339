/**
 * A request's body of at most `limitBytes`, however it is sent: `too-large` as soon as that is known, `broken-off`
 * where the caller hung up, which is nobody's fault and no outage.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Buffer | 'too-large' | 'broken-off'> {
  if (Number(request.headers.get('content-length')) > limitBytes) return 'too-large'
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > limitBytes) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'broken-off'
  }
  return Buffer.concat(chunks)
}
