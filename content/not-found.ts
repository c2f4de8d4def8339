export const notFoundPage = {
  title: 'Page not found',
  description: 'This page does not exist.',
  heading: 'Oops! Page not found',
  lead: 'The road ends here: the address is mistyped, or the page has moved.',
  home: 'Return to Home',
  ask: 'Ask us',
  /** On the console, with the path behind it. */
  log: 'Page not found:',
}

export const errorPage = {
  heading: 'Unexpected Application Error!',
  description: 'Something went wrong.',
  unknown: 'Something went wrong.',
  home: 'Return to Home',
}
