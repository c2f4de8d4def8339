/** What is said of the connection and of what failed, wherever the site needs it. */
export const connectionMessages = {
  failed: 'Something went wrong. Please try again.',
  offline: 'You are offline. What you typed stays here; send it again when the connection is back.',
  visitOnly: 'This browser does not let the site remember you: if you leave the site or reload the page, you are signed out and what you typed is gone.',
  noAnswer: 'The server does not answer. Please try again in a moment.',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  retry: 'Try again',
  retrying: 'Trying...',
}
