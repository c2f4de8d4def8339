const longest = 400

/**
 * The title of a test and, on a line below it, the beginning of what it failed with: the summary of a run is often all
 * that is kept of it.
 * @param {string} title
 * @param {{ message?: string } | undefined} error
 */
export function withReason(title, error) {
  // oxlint-disable-next-line no-control-regex
  const plain = error?.message?.replaceAll(/\u001B\[[\d;]*m/g, '')
  const reason = plain?.trim().replaceAll(/\s*\n\s*/g, ' | ')
  return reason ? `${title}\n    ${reason.slice(0, longest)}` : title
}
