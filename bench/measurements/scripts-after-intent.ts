import { budget, weighPage } from '../../build/budget.ts'
import { readBuiltPages } from '../built-pages.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'

const basePath = '/'

/** The compressed size of all scripts that a fully interactive page loads. */
export const scriptsAfterIntent: Measurement = async ({ distFolder }) => {
  const pages = await readBuiltPages(distFolder)
  return Promise.all(
    pages.map(async (page) => {
      const { scripts } = await weighPage(distFolder, basePath, page)
      const limit = page.hydrate ? budget.scripts.withBackend : budget.scripts.public
      return {
        what: `Scripts after the first intent, ${page.path}`,
        measured: `${(scripts / 1000).toFixed(1)} kB`,
        goal: `at most ${limit / 1000} kB`,
        outcome: outcomeOf(scripts <= limit),
      }
    }),
  )
}
