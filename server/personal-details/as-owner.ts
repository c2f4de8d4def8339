import { Client } from 'pg'

const connectionTimeoutMs = 10_000

/** One transaction as the owner of the migrations, on a connection of its own. */
export async function asOwner<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: 'gateway-keys',
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  // A broken connection fails the running statement, which is reported. Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end()
  }
}
