import path from 'node:path'
import { environmentFor } from './environment.mjs'
import { install, projectNode, root, run } from './install.mjs'
import { explainUsage } from './usage.mjs'

// `npm run typecheck` and `npm run lint`, with the tools that `npm start` does without.

/** What is checked without running anything: title, script in node_modules, parameters. @type {[string, string, string[]][]} */
const checks = [
  ['types', 'typescript/bin/tsc', ['--noEmit']],
  ['lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
  ['styles', 'stylelint/bin/stylelint.mjs', ['app/**/*.css']],
]

/** @param {string} word */
const isCheck = (word) => checks.some(([title]) => title === word)
const names = process.argv.slice(2).filter(isCheck)
const [command, does] = names.includes('types') ? ['typecheck', 'Check the types'] : ['lint', 'Check code and styles for mistakes that a program can see']
explainUsage(command, does, {}, process.argv.slice(2).filter((word) => !isCheck(word)))
await install({ withTools: true })
for (const [title, script, parameters] of checks.filter(([name]) => names.includes(name))) {
  const code = await run(projectNode, [path.join(root, 'node_modules', script), ...parameters], { env: environmentFor('plain') })
  if (code !== 0) console.error(`${title}: it says above what is wrong`)
  process.exitCode ||= code
}
