import { readFile } from 'node:fs/promises'

/** A fenced block of a page for operators that can be run, and what it shows. */
export interface GuideStep {
  /** The language: `sh`, or `sql` for the database's superuser. */
  language: string
  /** Whether the gateway has to be there. */
  needsGateway: boolean
  command: string
  /** The lines of the `text` block behind it. */
  shown: string[]
}

/** The blocks of a page that begin with three backticks and `sh run`, `sh running` or `sql run`, in order. */
export async function stepsOf(page: string): Promise<GuideStep[]> {
  const text = await readFile(page, 'utf8')
  const blocks = [...text.matchAll(/^( *)(?:\d+\. )?```(\w+)(?: (run|running))?\n([^]*?)^ *```$/gm)].map(([, indent = '', language = '', mark, body = '']) => ({
    language,
    mark,
    body: body.replaceAll(new RegExp(`^ {${indent.length},${indent.length + 3}}`, 'gm'), ''),
  }))
  return blocks.flatMap(({ language, mark, body }, index): GuideStep[] => {
    if (!mark) return []
    const next = blocks[index + 1]
    const shown = next?.language === 'text' ? next.body.trim().split('\n') : []
    return [{ language, needsGateway: mark === 'running', command: body, shown }]
  })
}

/** Whether an output has these lines in this order, whatever stands for `…` and between them; numbers may differ. */
export function shows(output: string, lines: string[]): boolean {
  const pattern = lines.map((line) => line.trim().split(/…|\d+|\s+/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(String.raw`[^\n]*`))
  return new RegExp(pattern.join(String.raw`[^]*`)).test(output)
}
