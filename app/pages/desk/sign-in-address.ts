import { forDesk } from '../../desk-path.ts'
import { paths } from '../../paths.ts'

/** Where one signs in and comes back to the desk from: a page of the site, in a document of its own. */
export const signInAddress = `${import.meta.env.BASE_URL}${paths.auth.slice(1)}${forDesk}`
