/** Words of the small parts that several pages share. */
export const controls = {
  loading: 'Loading',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  optional: '(optional)',
  signedInAs: 'Signed in as',
  account: 'Your account',
  signOut: 'Sign out',
}

/** What is said where the app cannot run, behind what needs it and why. */
export const needsScript = {
  reason: (what: string) => `${what} needs JavaScript. Please switch it on and load the page again.`,
  notLoaded: 'This has not loaded. Please load the page again.',
  write: 'Or write to',
  call: 'or call',
}
