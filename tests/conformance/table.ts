import { type Comparison, isSame } from './compare.ts'

const record = 'decisions/0024-what-differs-from-supabases-auth.md'

/** The page docs/conformance.md. */
export function conformancePage(comparisons: Comparison[], versions: { gateway: string; original: string; date: string }): string {
  const different = comparisons.filter((each) => !isSame(each))
  const decided = comparisons.filter((each) => isSame(each) && each.reasons.length > 0)
  const same = comparisons.length - different.length - decided.length
  const rows = comparisons.map((each) => `| ${each.subject} | ${each.scenario} | ${verdict(each)} |`)
  return `# The sign-in service held against the original

\`npm run conformance\` wrote this on ${versions.date}: the gateway ${versions.gateway} and Supabase's Auth ${versions.original}, the same
requests to both. Compared are status, body, what a client or a browser acts on among the headers, the e-mails, and what
the database holds afterwards; ids, times, tokens and codes by their shape. Of ${comparisons.length} scenarios ${same} are the same,
${decided.length} differ as [decided](${record}), ${different.length} differ.

| Subject | Scenario | Outcome |
|---|---|---|
${rows.join('\n')}
${different.map(details).join('')}`
}

function verdict(comparison: Comparison): string {
  const reasons = comparison.reasons.map((reason) => `[${reason}](${record})`).join(', ')
  if (!isSame(comparison)) return '**different**'
  return reasons ? `different, decided: ${reasons}` : 'same'
}

/** What differs, for whoever mends or decides it. */
const details = ({ subject, scenario, ours, theirs }: Comparison) => `
## ${subject}: ${scenario}

\`\`\`diff
${[...theirs.map((line) => `- ${line}`), ...ours.map((line) => `+ ${line}`)].join('\n')}
\`\`\`
`
