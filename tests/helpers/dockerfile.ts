/** What one `FROM` of a Dockerfile begins. */
export interface Stage {
  base: string
  name: string | undefined
  steps: Step[]
}

export interface Step {
  /** In capitals, such as `RUN`. */
  instruction: string
  words: string
}

/** The stages of a Dockerfile that uses no syntax beyond comments and one instruction a line. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of text.split('\n').filter((each) => each && !each.startsWith('#'))) {
    const [, instruction = '', words = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (!instruction) throw new Error(`not understood: ${line}`)
    if (instruction === 'FROM') {
      const [, base = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(words) ?? []
      stages.push({ base, name, steps: [] })
    } else stages.at(-1)?.steps.push({ instruction, words })
  }
  return stages
}

/** The words of all steps of a kind. */
export const wordsOf = ({ steps }: Stage, instruction: string) =>
  steps.filter((step) => step.instruction === instruction).map(({ words }) => words)

/** The pairs of all `ENV` steps. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = wordsOf(stage, 'ENV').flatMap((words) => words.split(' ')).map((pair) => pair.split('='))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}
