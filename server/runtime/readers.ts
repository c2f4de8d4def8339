/**
 * Goes on where nobody reads the output any more, as after `| head`: by default the next line would end the process at once,
 * whatever it was doing.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
