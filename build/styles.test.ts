import { expect, test } from 'vitest'
import { splitStyles } from './styles.ts'

const page = '<p>One</p>'

test('what is for browsers without script alone stands in a sheet of its own, which needs no media query of them', () => {
  const { whole, withoutScript, forPages } = splitStyles(
    'p{color:red}@layer all{@media (scripting:none){p{color:blue}}@media (scripting: none) and (width>=48rem){p{color:green}}}',
  )
  expect(withoutScript).toBe('p{color:blue}@media (width>=48rem){p{color:green}}')
  expect(whole).not.toContain('scripting')
  expect(forPages([page])).toBe('p{color:red}')
})

test('pages carry nothing that is for paper', () => {
  expect(splitStyles('p{color:red}@media print{p{color:black}}').forPages([page])).toBe('p{color:red}')
})

test('custom properties and anchors have short names, the same ones wherever they stand', () => {
  const { whole, forPages } = splitStyles(
    ':root{--ink:red;--paper:white}p{color:var(--ink);background:var(--ink);anchor-name:--help}@media print{p{color:var(--paper)}}',
  )
  expect(whole).toBe(':root{--0:red;--1:white}p{color:var(--0);background:var(--0);anchor-name:--2}@media print{p{color:var(--1)}}')
  expect(forPages([page])).toBe(':root{--0:red}p{color:var(--0);background:var(--0);anchor-name:--2}')
})
