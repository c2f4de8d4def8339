import { expect, test } from 'vitest'
import { usedStyles } from './used-styles.ts'

const page = '<html><body><details class="menu"><summary>Menu</summary></details><ul><li>One<li>Two</ul><input type="radio"></body></html>'
const kept = (styles: string) => usedStyles(page, styles).replace(/\s+/g, ' ').trim()

test.each([
  ['an element', 'summary{color:red}'],
  ['alternatives', '.menu :is(summary,p)>li,:is(ul,ol)>li{color:red}', ':is(ul,ol)>li{color:red}'],
  ['a sibling in alternatives', ':is(ul,ol)>li+li{color:red}'],
  ['a parent that holds something', 'body:has(.menu[open]){color:red}'],
  ['a state that a visitor brings about', '.menu[open] summary:focus-visible,input:checked{color:red}'],
  ['what stands around an element', 'li::before,li::marker{color:red}'],
  ['something other than', 'li:not(.none){color:red}'],
  ['a place among siblings', 'li:first-child{color:red}'],
  ['the document', ':root{color:red}'],
  ['a pseudo-element of nobody', '::selection{color:red}'],
  ['a state or being pointed at', '.menu :is(summary:hover,summary:focus){color:red}'],
  ['a condition', '@media (width>=40rem){ li{color:red}}'],
])('a rule for %s is kept', (_, styles, expected = styles) => {
  expect(kept(styles)).toBe(expected)
})

test.each([
  ['of another page', '.article{color:red}'],
  ['whose alternatives are all of other pages', ':is(.article,.toast) li{color:red}'],
  ['for a place that is not there', 'li:nth-child(3){color:red}'],
  ['for what is pointed at, which brings the whole sheet', 'li:hover,li:hover>summary{color:red}'],
  ['under a condition', '@media (width>=40rem){.article{color:red}}'],
])('a rule %s is left out', (_, styles) => {
  expect(kept(styles)).toBe('')
})

test('only the selectors that apply stay in a list', () => {
  expect(kept('.article,li,.toast{color:red}')).toBe('li{color:red}')
})

test('animations and properties stay with what names them', () => {
  const used = 'li{animation:1s rise;color:var(--ink)}@keyframes rise{from{opacity:0}}:root{--ink:red}'
  expect(kept(used)).toBe(used)
  expect(kept('li{color:red}@keyframes rise{from{opacity:0}}:root{--ink:red}')).toBe('li{color:red}')
})
