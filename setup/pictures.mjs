import { environmentFor } from './environment.mjs'
import { install, projectNode, root, run } from './install.mjs'
import path from 'node:path'
import { explainUsage } from './usage.mjs'

explainUsage('pictures', 'Take pictures of all pages and states in all browsers, into docs/pictures', { '[NAME …]': 'only the pages and states of tests/pictures/states.ts with one of these in their name' })
await install({ withTools: true })
const { browsers } = await import('./browser.mjs')
const found = await browsers()
const bin = [path.dirname(projectNode), path.join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(path.delimiter)
const names = process.argv.slice(2)
const chosen = names.length > 0 ? ['--grep', names.join('|')] : []
// With one worker, so that load from other pages does not affect timing.
process.exitCode = await run(projectNode, [path.join(root, 'node_modules/playwright/cli.js'), 'test', '--workers=1', ...chosen], {
  env: { ...environmentFor('tests'), ...found, PATH: bin, PICTURES: 'yes' },
})
