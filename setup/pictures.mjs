import { environmentFor } from './environment.mjs'
import { install, projectNode, root, run } from './install.mjs'
import path from 'node:path'

await install({ withTools: true })
const { browsers } = await import('./browser.mjs')
const found = await browsers()
const bin = [path.dirname(projectNode), path.join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(path.delimiter)
// With one worker, so that load from other pages does not affect timing.
process.exitCode = await run(projectNode, [path.join(root, 'node_modules/playwright/cli.js'), 'test', '--workers=1', ...process.argv.slice(2)], {
  env: { ...environmentFor('tests'), ...found, PATH: bin, PICTURES: 'yes' },
})
