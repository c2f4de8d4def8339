/** Reads a body as text; undefined as soon as it exceeds `limitBytes`. */
export async function readBoundedText(
  body: ReadableStream<Uint8Array> | null,
  limitBytes: number,
): Promise<string | undefined> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let sizeBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    sizeBytes += value.byteLength
    if (sizeBytes > limitBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
