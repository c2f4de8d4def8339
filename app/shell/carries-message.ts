/** Whether the address holds what a link in a letter, or the backend behind it, has to say. */
export const carriesMessage = (): boolean =>
  /[?&#](code|error|error_code|error_description|access_token|confirmed)\b/.test(location.search + location.hash)
