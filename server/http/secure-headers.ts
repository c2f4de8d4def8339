import { transportHeaders } from '../../domain/transport-headers.ts'

/**
 * Headers of every answer that is no file of the site, whose own are in `build/headers.ts`: it is data, so a browser that
 * is made to show it as a page may load nothing for it, run nothing in it and embed it nowhere.
 */
export const secureHeaders = (siteOrigin: string): Record<string, string> => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...transportHeaders(siteOrigin),
})
