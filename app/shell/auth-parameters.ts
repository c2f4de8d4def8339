/** Whether the address carries what a link from an e-mail, or the sign-in service, reports to the site. */
export const hasAuthParameters = (): boolean =>
  /[?&#](code|error|error_code|error_description|access_token|confirmed)\b/.test(location.search + location.hash)
