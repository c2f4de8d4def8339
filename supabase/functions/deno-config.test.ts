import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import openDetails from './open-details/deno.json' with { type: 'json' }
import paymentReceived from './payment-received/deno.json' with { type: 'json' }
import submitToDisputefox from './submit-to-disputefox/deno.json' with { type: 'json' }

const installed = new Map(Object.entries(packageFile.dependencies))

test.each([
  ['open-details', openDetails.imports],
  ['payment-received', paymentReceived.imports],
  ['submit-to-disputefox', submitToDisputefox.imports],
])('in %s, Deno runs the very versions that npm installs', (_, imports) => {
  const expected = Object.keys(imports).map((name) => {
    const [packageName = '', ...inside] = name.split('/')
    return [name, ['npm:', packageName, '@', installed.get(packageName), ...inside.map((part) => `/${part}`)].join('')]
  })
  expect(imports).toEqual(Object.fromEntries(expected))
})
