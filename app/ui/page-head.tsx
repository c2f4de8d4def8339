import { createContext, useContext } from 'react'
import { site } from '../../site.config.ts'
import { type PageFacts, sharePictureSize } from './page-facts.ts'
import { paths } from '../paths.ts'

/** Hears the facts of each page that is rendered: the build makes structured data, share pictures and the sitemap of them. */
export const PageFactsListener = createContext<(facts: PageFacts) => void>(() => undefined)

const { name } = site.organization
const base = import.meta.env.SITE_ORIGIN + import.meta.env.BASE_URL

/** The page's title, and what search engines and shared links say about it. React puts these into the head. */
export function PageHead(facts: PageFacts) {
  const { title, description, path, robots, article } = facts
  useContext(PageFactsListener)(facts)
  const fullTitle = title.includes(name) ? title : `${title} | ${name}`
  const address = path && base + path.slice(1)
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {robots && <meta name="robots" content={robots} />}
      {address && <link rel="canonical" href={address} />}
      {address && <meta property="og:url" content={address} />}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content="en_US" />
      {article && <meta property="article:published_time" content={article.published} />}
      {article && <meta property="article:section" content={article.section} />}
      {path && <SharePicture path={path} title={title} />}
    </>
  )
}

function SharePicture({ path, title }: { path: string; title: string }) {
  return (
    <>
      <meta property="og:image" content={base + paths.sharePicture(path).slice(1)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(sharePictureSize.width)} />
      <meta property="og:image:height" content={String(sharePictureSize.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
