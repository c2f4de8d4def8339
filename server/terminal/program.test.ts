import { expect, test } from 'vitest'
import { CommandFault, confirm } from './confirm.ts'
import { defines, examples, exitCode, type Program, repeated, runProgram, type SharedOptions, wholeNumber } from './program.ts'

interface Context {
  did: unknown[]
  shared: SharedOptions
}

const look = defines<Context>()(
  (command) =>
    command
      .description('look at one')
      .argument('<id>', 'which one')
      .option('--limit <number>', 'at most so many', wholeNumber(1, 10), 5)
      .option('--state <state>', 'in this state', repeated)
      .addHelpText('after', examples({ 'npm run things -- look 7': 'the seventh' })),
  async ({ did }, id, options) => void did.push([id, options]),
)
const fail = defines<Context>()((command) => command.description('fail'), async () => exitCode.failed)
const burst = defines<Context>()((command) => command.description('burst'), async () => {
  throw new CommandFault('It burst.')
})

async function run(line: string, settings: Partial<Program<Context>> & { colours?: boolean } = {}) {
  const [output, faults]: [string[], string[]] = [[], []]
  const context: Context = { did: [], shared: { yes: false } }
  const code = await runProgram(
    line ? line.split(' ') : [],
    { print: (text) => void output.push(text), printError: (text) => void faults.push(text), colours: settings.colours ?? false },
    {
      name: 'things',
      summary: 'Looks after things',
      commands: { look, fail, burst },
      takes: ['yes', 'as'],
      open: (work, shared) => work(Object.assign(context, { shared })),
      ...settings,
    },
  )
  return { code, output: output.join('\n'), faults: faults.join('\n'), ...context }
}

test('a command is given its arguments and options, whichever order they have', async () => {
  const done = [['7', { limit: 3, state: ['new', 'old'] }]]
  expect(await run('look 7 --limit 3 --state new --state old')).toMatchObject({ code: 0, did: done, shared: { yes: false } })
  expect(await run('--yes look --state new --state=old --limit 3 7 --as Ruth')).toMatchObject({ code: 0, did: done, shared: { yes: true, as: 'Ruth' } })
})

test.each(['help', '--help', '-h'])('%s says what there is, and with which exit codes it ends', async (word) => {
  const { code, output, faults } = await run(word, { foot: 'More in docs/things.md' })
  expect([code, faults]).toEqual([0, ''])
  expect(output).toMatch(/^Usage: npm run things -- \[options\] \[command\]\n\nLooks after things\n\nOptions:\n.*Commands:\n {2}look \[options\] <id> +look at one\n/s)
  expect(output).toMatch(/\n\nExit codes: 0 done, 1 failed or refused, 2 wrong usage\nMore in docs\/things\.md$/)
})

test.each(['help look', 'look --help', 'look -h'])('%s says what one command takes, with examples to copy', async (line) => {
  const { code, output } = await run(line)
  expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: npm run things -- look \[options\] <id>\n\nLook at one\n.*--yes .*\nExamples:\n {2}npm run things -- look 7 {2}the seventh\n\nExit codes/s)])
})

test('the only command of a program needs no name, and has the same help', async () => {
  expect(await run('7', { commands: look })).toMatchObject({ code: 0, did: [['7', { limit: 5 }]] })
  expect(await run('help', { commands: look })).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage: npm run things -- \[options\] <id>\n/) })
})

test.each([
  ['', 'Usage: npm run things'],
  ['lok 7', "Unknown command 'lok'\n(Did you mean look?)\nSee: npm run things -- --help"],
  ['look 7 --limti 3', "Unknown option '--limti'\n(Did you mean --limit?)\n"],
  ['look 7 --limit 11', "Option '--limit <number>' argument '11' is invalid. It is a number from 1 to 10."],
  ['look 7 --limit 1e1', 'It is a number from 1 to 10.'],
  ['look', "Missing required argument 'id'"],
  ['look 7 8', 'Too many arguments'],
])('wrong usage does nothing, and ends with 2: %j', async (line, words) => {
  expect(await run(line)).toEqual({ code: 2, output: '', faults: expect.stringContaining(words), did: [], shared: { yes: false } })
})

test('what a command says of its end is the exit code, and its faults are the caller\'s', async () => {
  expect((await run('fail')).code).toBe(1)
  await expect(run('burst')).rejects.toThrow('It burst.')
})

test('help has colours on a terminal only', async () => {
  expect((await run('help', { colours: true })).output).toContain('\u001b[1mUsage:')
  expect((await run('help')).output).not.toContain('\u001b')
})

test('what cannot be undone needs the word, or --yes', async () => {
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  const asking = (answer: string) => ({ print, ask: async () => answer, yes: false })
  await confirm(asking(' delete\n'), 'It will be gone.', 'delete')
  await confirm({ print, ask: undefined, yes: true }, 'It will be gone.', 'delete')
  expect(printed).toEqual(['It will be gone.'])
  await expect(confirm(asking('y'), 'It will be gone.', 'delete')).rejects.toThrow('Nothing was done.')
  await expect(confirm({ print, ask: undefined, yes: false }, 'It will be gone.', 'delete')).rejects.toThrow('There is no terminal to ask on')
})
