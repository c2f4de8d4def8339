import { expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import denoFile from './deno.json' with { type: 'json' }

test('Deno runs the very versions that npm installs', () => {
  const { jose, valibot } = packageFile.dependencies
  expect(denoFile.imports).toEqual({ jose: `npm:jose@${jose}`, valibot: `npm:valibot@${valibot}` })
})
