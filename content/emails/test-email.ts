/** The e-mail of `npm run mail -- test`. */
export const testEmailWords = {
  subject: 'A test of the mail server',
  text: 'Somebody at the command line of the site has sent this to try its mail server. It works if you can read this.\n',
}
