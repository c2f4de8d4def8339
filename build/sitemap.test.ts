import { expect, test } from 'vitest'
import { robotsFile, sitemap } from './sitemap.ts'

test('the sitemap lists absolute addresses, written as XML', () => {
  expect(sitemap(['https://grace.test/', 'https://grace.test/a?b&c'])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '<url><loc>https://grace.test/</loc></url>\n' +
      '<url><loc>https://grace.test/a?b&amp;c</loc></url>\n' +
      '</urlset>\n',
  )
})

test('robots may read everything and are told of the sitemap', () => {
  expect(robotsFile('https://grace.test/')).toBe('User-agent: *\nAllow: /\n\nSitemap: https://grace.test/sitemap.xml\n')
})

test('below a base path the file says where it has to be served', () => {
  expect(robotsFile('https://grace.test/credit/')).toContain('# Crawlers read this file at https://grace.test/robots.txt only')
  expect(robotsFile('https://grace.test/credit/')).toContain('\nSitemap: https://grace.test/credit/sitemap.xml\n')
})
