/** `Deno.connect`, as far as it is used here. */
type Connect = (address: { hostname: string; port: number }) => Promise<{ close(): void }>

/** The same as undici's connect timeout on Node. */
const limitMs = 10_000

/**
 * Deno's `fetch` fails in the same way whether the connection was refused or the form, which may have arrived, was not
 * answered. So each request first opens and closes a connection: if that fails, nothing was sent.
 */
export function connectFirst(fetch: typeof globalThis.fetch, connect: Connect): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    await tryConnection(url, connect)
    return fetch(input, init)
  }
}

async function tryConnection({ hostname, port, protocol }: URL, connect: Connect): Promise<void> {
  const defaultPort = protocol === 'https:' ? 443 : 80
  const connecting = connect({ hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort })
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error('nobody takes the connection')), limitMs)
  try {
    await Promise.race([connecting, limit.promise])
  } catch (cause) {
    throw Object.assign(new Error('no connection', { cause }), { syscall: 'connect' })
  } finally {
    clearTimeout(timer)
    // The connection may still open after the time limit.
    connecting.then((connection) => connection.close(), () => undefined)
  }
}
