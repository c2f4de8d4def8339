/**
 * What an encrypted site tells browsers for a year (RFC 6797): to come back encrypted only. A browser ignores it where
 * the connection is not encrypted (section 8.1), so other sites leave it out.
 */
export const transportHeaders = (siteOrigin: string): Record<string, string> =>
  siteOrigin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}
