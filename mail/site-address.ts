import * as v from 'valibot'

/** The address of a host, such as https://www.example.org, as an operator may write it. */
export const originSchema = v.pipe(
  v.string(),
  v.check(isOrigin, 'must be an address such as https://www.example.org, without a path'),
  v.transform((text) => new URL(text).origin),
)

/** The path below which the site is served, as an operator may write it. It starts and ends with a slash. */
export const basePathSchema = v.pipe(
  v.string(),
  v.regex(/^\/?([A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*\/?)?$/, 'must be a path such as /credit/'),
  v.check((text) => !text.split('/').some((part) => part === '.' || part === '..'), 'must be a path such as /credit/'),
  v.transform((text) => `/${text}/`.replace(/\/+/g, '/')),
)

/** Whether a text is the address of a host. It goes into headers, so the host is a name or an address, and nothing else that URLs allow. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return isBare && /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)
}
