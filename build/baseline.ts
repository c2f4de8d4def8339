import packageFacts from '../package.json' with { type: 'json' }

/** Vite's names for the browsers of https://github.com/browserslist/browserslist. */
const viteNames: Record<string, string> = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }

/**
 * The oldest supported browsers as Vite's build targets, such as `chrome109`. `package.json` lists them as
 * `chrome >= 109`.
 */
export const baseline = packageFacts.browserslist.map((query) => {
  const [, browser = '', version] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? []
  const name = viteNames[browser]
  if (!name) throw new Error(`browserslist in package.json: "${query}" is not one of ${Object.keys(viteNames).join(', ')} with its oldest version`)
  return name + version
})
