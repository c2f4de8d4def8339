/**
 * Ends the process with the usage of an npm script if that is asked for, and with exit code 2 if it is given a word that it
 * does not take. It looks as the help of the other commands does (server/terminal/program.ts), whose library needs a newer
 * Node than the one that starts this.
 * @param {string} name of the npm script
 * @param {string} does
 * @param {Record<string, string>} takes words, with what each does; `[NAME]` stands for one word without a dash, `[NAME …]` for any number
 * @param {string[]} words that somebody has typed
 */
export function explainUsage(name, does, takes = {}, words = process.argv.slice(2)) {
  const line = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
  if (words.some((word) => /^(help|--help|-h)$/.test(word))) {
    const width = Math.max(...Object.keys({ ...takes, '-h, --help': '' }).map((word) => word.length))
    const lines = Object.entries({ ...takes, '-h, --help': 'show this help' }).map(([word, what]) => `  ${word.padEnd(width)}  ${what}`)
    const more = Object.keys(takes).length ? ' -- [options]' : ''
    console.log(`Usage: ${line}${more}\n\n${does}\n\nOptions:\n${lines.join('\n')}\n\nExit codes: 0 done, 1 failed or refused, 2 wrong usage`)
    process.exit(0)
  }
  const names = words.filter((word) => !word.startsWith('-') && !(word in takes))
  const tooMany = '[NAME …]' in takes ? undefined : names['[NAME]' in takes ? 1 : 0]
  const unknown = words.find((word) => word.startsWith('-') && !(word in takes)) ?? tooMany
  if (unknown === undefined) return
  console.error(`Unknown ${unknown.startsWith('-') ? 'option' : 'word'} '${unknown}'\nSee: ${line} -- --help`)
  process.exit(2)
}
