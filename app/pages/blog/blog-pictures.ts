const pictures = import.meta.glob<string>('../../art/blog-*.svg', { eager: true, import: 'default' })

/** The address of a drawing that a blog card or an article names, 320 by 200. Throws when there is none. */
export function blogPicture(name: string): string {
  const address = pictures[`../../art/${name}.svg`]
  if (!address) throw new Error(`There is no picture app/art/${name}.svg`)
  return address
}
