/** `Deno.connect`, as far as it is used here. */
type Connect = (address: { hostname: string; port: number }) => Promise<{ close(): void }>

/** As long as Node waits for a connection (undici's connect timeout). */
const limitMs = 10_000

/**
 * Deno's `fetch` fails in one way when nobody takes the connection and when nobody answers the form, which may then have
 * arrived. So a connection is opened, and closed, before each request: where that already fails, nothing was sent.
 */
export function connectFirst(fetch: typeof globalThis.fetch, connect: Connect): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    await tryConnection(url, connect)
    return fetch(input, init)
  }
}

async function tryConnection({ hostname, port, protocol }: URL, connect: Connect): Promise<void> {
  const usualPort = protocol === 'https:' ? 443 : 80
  const connecting = connect({ hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usualPort })
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error('nobody takes the connection')), limitMs)
  try {
    await Promise.race([connecting, limit.promise])
  } catch (cause) {
    throw Object.assign(new Error('no connection', { cause }), { syscall: 'connect' })
  } finally {
    clearTimeout(timer)
    // It may still come about when nobody waits for it any more.
    connecting.then((connection) => connection.close(), () => undefined)
  }
}
