import { type ComponentType, createElement, use } from 'react'
import { verifyScripts } from './app-files.ts'

/**
 * When a page starts the app by itself, before an intent of the visitor: always, where it shows nothing without the app,
 * or if a session is stored, where signed-in visitors are redirected.
 */
export type Hydration = 'on-load' | 'with-session'

/**
 * Pages of one kind carry the same styles: those of whatever stands in any of them. There are few kinds, since the styles
 * of each are named in the header of every answer.
 */
export type PageKind = 'home' | 'questions' | 'plain'

interface RouteFacts {
  /** Below the base path. */
  path: string
  /** The modules that the page consists of, from the folder `app/`. */
  files: string[]
  /** `plain` by default. */
  kind?: PageKind
  /** By default, a page waits for an intent. */
  hydrate?: Hydration
}

export interface PageRoute extends RouteFacts {
  /** Whether the page can be drawn without waiting. */
  isLoaded: () => boolean
  /** Loads the page, once however often it is asked. */
  load: () => Promise<ComponentType>
  /** Draws the page; while it is being loaded, React keeps what it has drawn before. */
  Page: ComponentType
}

const modules = import.meta.glob<Record<string, ComponentType>>('../pages/*/*-page.tsx')

/** A page that is the component `name` of the module `pages/<folder>/<folder>-page.tsx`. */
export function pageRoute(path: string, folder: string, name: string, more: Pick<RouteFacts, 'kind' | 'hydrate'> = {}): PageRoute {
  const file = `pages/${folder}/${folder}-page.tsx`
  return lazyRoute({ path, files: [file], ...more }, async () => {
    const Component = (await modules[`../${file}`]?.())?.[name]
    if (!Component) throw new Error(`app/${file} exports no ${name}`)
    return Component
  })
}

/** A page whose modules are fetched when it is first needed. */
export function lazyRoute(facts: RouteFacts, fetchPage: () => Promise<ComponentType>): PageRoute {
  let loading: Promise<ComponentType> | undefined
  let Loaded: ComponentType | undefined

  const load = () => {
    loading ??= verifyScripts(facts.path).then(fetchPage).then(
      (Component) => (Loaded = Component),
      (error: unknown) => {
        // A failed prefetch is repeated when the page is needed.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  let shown: Promise<ComponentType> | undefined
  // React calls `use` again and needs the same promise, a rejected one too.
  const Page = () => createElement(Loaded ?? use((shown ??= load())))
  return { ...facts, isLoaded: () => Loaded !== undefined, load, Page }
}
