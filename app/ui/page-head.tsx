import { site } from '../../site.config.ts'

export interface PageHeadProps {
  title: string
  description: string
  /** The page's own address below the base path; without it the page has none to be found by. */
  path?: string
  robots?: 'noindex'
}

/** The page's title and what search engines and shared links say about it. React puts these into the head. */
export function PageHead({ title, description, path, robots }: PageHeadProps) {
  const name = site.organization.name
  const fullTitle = title.includes(name) ? title : `${title} | ${name}`
  const address = path && import.meta.env.SITE_ORIGIN + import.meta.env.BASE_URL + path.slice(1)
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {robots && <meta name="robots" content={robots} />}
      {address && <link rel="canonical" href={address} />}
      {address && <meta property="og:url" content={address} />}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
    </>
  )
}
