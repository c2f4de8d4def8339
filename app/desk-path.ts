/** The address of the desk below the base path. Apart from those in `paths.ts`, which every page of the site has in its script. */
export const deskPath = '/desk'

/** The query of /auth for whoever is to come to the desk from there. */
export const forDesk = '?desk'
