import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { environmentFor } from '../setup/environment.mjs'
import { projectNode, root, run } from '../setup/install.mjs'
import { foreign } from '../setup/matching-tests.mjs'

// Whoever makes the site their own must find its tests green. So `npm test` tries the project once more with another
// organisation's names, prices, articles and testimonials, none of which are the sample's.

const organization = 'tests/another-organization'

/** Hidden files of the root that are of the project. */
const hidden = ['.env.example', '.npmrc', '.oxlintrc.json']

/** What the build for production is told, below a base path. */
export const settings = { SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.northern-lakes.test', BASE_PATH: '/credit/' }

/**
 * Makes `folder`, a copy of the project, that organisation's: each file in `tests/another-organization/` takes the place of
 * the sample's, and its articles that of all articles. Then runs `npm run texts` there, as an operator does.
 * @param {string} folder
 */
export async function copyForAnotherOrganization(folder) {
  await mkdir(folder, { recursive: true })
  const names = (await readdir(root)).filter((name) => !foreign.test(name) || hidden.includes(name))
  await Promise.all(names.map((name) => cp(path.join(root, name), path.join(folder, name), { recursive: true })))
  const own = (await readdir(path.join(root, organization), { recursive: true })).filter((name) => !name.startsWith(path.join('content', 'blog')))
  const replacesNothing = own.filter((name) => !existsSync(path.join(folder, name)))
  if (replacesNothing.length) throw new Error(`${organization} replaces what is no longer there: ${replacesNothing.join(', ')}`)
  await rm(path.join(folder, 'content/blog'), { recursive: true })
  await cp(path.join(root, organization), folder, { recursive: true })
  await rm(path.join(folder, organization), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const code = await run(projectNode, ['setup/record-texts.mjs'], { cwd: folder, env: environmentFor('plain') })
  if (code !== 0) throw new Error(`npm run texts failed in ${folder}`)
}
