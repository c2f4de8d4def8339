import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type { Line } from './measurement.ts'

/** The results as a page: the machine, then a table. `busyBefore` is its load average when the run began. */
export function resultsPage(lines: Line[], date: Date, busyBefore: number): string {
  const [processor] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return [
    '# Measured',
    '',
    `On ${date.toISOString().slice(0, 10)} by \`npm run bench\`: ${availableParallelism()} cores of ` +
      `${processor?.model.trim() ?? 'an unknown processor'}, ${gigabytes} GB, Node ${process.versions.node}; the ` +
      'clients and PostgreSQL run on the same cores.',
    `The machine's load average was ${busyBefore.toFixed(1)} before the run and ${loadavg()[0]?.toFixed(1)} at its end.`,
    '',
    table(['What', 'Measured', 'Goal', ''], lines.map(({ what, measured, goal, outcome }) => [what, measured, goal, outcome])),
    '',
  ].join('\n')
}

function table(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0), 3))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
