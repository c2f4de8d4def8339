import packageFacts from '../package.json' with { type: 'json' }

/** The names that Vite has for browsers of https://github.com/browserslist/browserslist. */
const viteNames: Record<string, string> = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }

/**
 * The oldest browsers that the site works in, for Vite: `chrome109`. `package.json` names them for everybody, each as
 * `chrome >= 109`.
 */
export const baseline = packageFacts.browserslist.map((query) => {
  const [, browser = '', version] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? []
  const name = viteNames[browser]
  if (!name) throw new Error(`browserslist in package.json: "${query}" is not one of ${Object.keys(viteNames).join(', ')} with its oldest version`)
  return name + version
})
