import { readFileSync } from 'node:fs'

const everyMs = 1000

/**
 * Who has started this process: npm, or the shell in which npm runs a script and npm above it. Most shells are replaced by
 * what they run, Debian's stays. A process whose parent ends gets another one, except on Windows.
 */
function starters() {
  const parent = process.ppid
  try {
    const [, option] = readFileSync(`/proc/${parent}/cmdline`, 'utf8').split('\0')
    // The second field, the name, may hold anything but ends with the last parenthesis.
    const [, above] = /^.*\) \S+ (\d+) /s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return option === '-c' ? `${parent} ${above}` : `${parent}`
  } catch {
    // Only Linux tells.
    return `${parent}`
  }
}

const before = starters()

/**
 * Calls `ended` once npm or its shell is gone: neither hands on every signal, and killed they hand on none. Without npm it
 * never does. Returns how to stop watching.
 * @param {() => void} ended
 */
export function whenStartersEnd(ended) {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const timer = setInterval(() => {
    if (starters() !== before) ended()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
