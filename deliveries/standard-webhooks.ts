/**
 * The three headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA-256 over id, time in seconds
 * and body, joined by full stops. A repetition keeps its id.
 */
export async function signMessage({
  id,
  body,
  secret,
  now,
}: {
  id: string
  body: string
  secret: Uint8Array<ArrayBuffer>
  now: Date
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  }
}
