import { hash, verify } from '@node-rs/bcrypt'

// Password checks a second with bcrypt alone, on all threads of the pool.

const seconds = 5
const concurrency = 8
const password = 'a good password'
const passwordHash = await hash(password, 10)
const end = performance.now() + seconds * 1000
let checked = 0

async function check(): Promise<void> {
  while (performance.now() < end) {
    await verify(password, passwordHash)
    checked += 1
  }
}

const start = performance.now()
await Promise.all(Array.from({ length: concurrency }, check))
console.log(`${(checked / (performance.now() - start)) * 1000}`)
