/** The address of the desk below the base path. Apart from those in `paths.ts`, which every page of the site has in its script. */
export const deskPath = '/desk'
