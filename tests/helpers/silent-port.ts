import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

export interface SilentPort {
  /** `127.0.0.1:PORT`. */
  host: string
  close(): Promise<void>
}

/** A port that neither accepts nor refuses connections, since its backlog is full. */
export async function openSilentPort(): Promise<SilentPort> {
  // A thread that listens and never accepts, so that connections stay in the backlog.
  const listener = new Worker(
    `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       require('node:worker_threads').parentPort.postMessage(server.address().port)
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
     })`,
    { eval: true },
  )
  const port = await new Promise<number>((resolve, reject) => listener.once('message', resolve).once('error', reject))
  const waiting = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'))
  // Linux holds one connection more than the backlog of one.
  await Promise.all(
    waiting.map((socket) => new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))),
  )
  return {
    host: `127.0.0.1:${port}`,
    async close() {
      for (const socket of waiting) socket.on('error', () => undefined).destroy()
      await listener.terminate()
    },
  }
}
