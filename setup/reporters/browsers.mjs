import { readFileSync, writeFileSync } from 'node:fs'

const file = 'docs/browsers.md'
const begin = '<!-- written by: npm test -- --record -->'
const end = '<!-- end of what is written -->'

/** The table's columns by Playwright project. */
const columns = { root: `Chromium ${process.env.CHROMIUM_VERSION}`, firefox: `Firefox ${process.env.FIREFOX_VERSION}`, webkit: `WebKit ${process.env.WEBKIT_VERSION}` }

/** @param {import('@playwright/test/reporter').TestCase} test */
function outcomeOf(test) {
  const outcome = test.outcome()
  return outcome === 'expected' ? 'yes' : outcome === 'flaky' ? 'at the second try' : outcome === 'skipped' ? 'not made' : 'no'
}

/** Writes the outcome of each journey by engine and width into `docs/browsers.md`. */
export default class BrowsersReport {
  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  #journeys

  /** @param {import('@playwright/test/reporter').FullConfig} _ @param {import('@playwright/test/reporter').Suite} journeys */
  onBegin(_, journeys) {
    this.#journeys = journeys
  }

  onEnd() {
    /** @type {Map<string, Record<string, string>>} */
    const rows = new Map()
    for (const test of this.#journeys?.allTests() ?? []) {
      const [, project = '', ...names] = test.titlePath()
      const row = names.slice(1).join(', ')
      rows.set(row, { ...rows.get(row), [project]: outcomeOf(test) })
    }
    const shared = [...rows].filter(([, outcomes]) => 'firefox' in outcomes || 'webkit' in outcomes)
    const lines = shared.map(([title, outcomes]) => {
      const [, journey = title, width = 'any'] = /^(.*?),? at (\d+) pixels(?:.*)$/.exec(title) ?? []
      return [journey, width, ...Object.keys(columns).map((project) => outcomes[project] ?? 'not made')]
    })
    const table = [['Journey', 'Width', ...Object.values(columns)], ['---', '---', '---', '---', '---'], ...lines]
    const text = readFileSync(file, 'utf8')
    const written = `${begin}\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n${end}`
    writeFileSync(file, text.slice(0, text.indexOf(begin)) + written + text.slice(text.indexOf(end) + end.length))
  }
}
