import { expect, test } from 'vitest'
import { fillTemplate } from './page-template.ts'

const template = '<head><!-- head of the page --></head><body><!-- body of the page --></body>'

test("React's head tags move into the head, the root and what follows it into the body", () => {
  const markup = '<title>$& and $1</title><meta name="robots"/><div id="root"><p>Text</p></div><script>replay()</script>'
  expect(fillTemplate(template, markup)).toBe(
    '<head><title>$& and $1</title><meta name="robots"></head><body><div id="root"><p>Text</p></div><script>replay()</script></body>',
  )
})

test('a page without its root element is refused', () => {
  expect(() => fillTemplate(template, '<title>Lost</title>')).toThrow('no root element')
})
