import { expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import denoFile from './deno.json' with { type: 'json' }

test('Deno runs the very versions that npm installs', () => {
  const { jose, openpgp, valibot } = packageFile.dependencies
  expect(denoFile.imports).toEqual({
    jose: `npm:jose@${jose}`,
    openpgp: `npm:openpgp@${openpgp}`,
    valibot: `npm:valibot@${valibot}`,
  })
})
