/** Words of the small parts that several pages share. */
export const controls = {
  loading: 'Loading',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  optional: '(optional)',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
}
