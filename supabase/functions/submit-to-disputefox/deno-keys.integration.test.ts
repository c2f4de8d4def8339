import { afterAll, beforeAll, expect, test } from 'vitest'
import { standInVariables } from '../../../partners/disputefox/web-form.ts'
import { createKeyPair } from '../../../server/personal-details/key-file.ts'
import { startDenoFunction } from '../../../tests/helpers/deno-function.ts'
import { startGateway, type TestGateway } from '../../../tests/helpers/gateway.ts'

// In the real Deno: without the private key the function does not start, so that deliveries wait and nobody has to look at each.

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway({ mode: 'off' })
})
afterAll(() => gateway?.stop())

const another = async () => Buffer.from((await createKeyPair()).write()).toString('base64')

test.each([
  ['is missing', async () => '', 'PERSONAL_DETAILS_KEYS is missing: npm run keys -- rotate --prepare'],
  ['is damaged', async () => 'nothing', 'The secret PERSONAL_DETAILS_KEYS is damaged. Set it again from its file.'],
  ['is another one', another, /The secret PERSONAL_DETAILS_KEYS lacks the private half of [0-9a-f]{16}/],
])('in Deno a private key that %s stops the function before it takes a request', async (_, secret, sentence) => {
  const variables = { ...standInVariables(gateway.partnersUrl), PERSONAL_DETAILS_KEYS: await secret() }
  const starting = startDenoFunction(gateway, variables, [])
  await expect(starting).rejects.toThrow(sentence)
})
