import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalhostCertificate } from '../../tests/helpers/localhost-certificate.ts'
import { listenAnywhere } from '../../tests/helpers/ports.ts'
import { trustOwnAuthority } from './own-authority.ts'

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'authority-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'authority.pem')
  await writeFile(file, text)
  return file
}

const known = () => new Set(getCACertificates().map((each) => new X509Certificate(each).fingerprint256))

test('a server of the operator’s own authority is trusted once the settings name it, and others as before', async () => {
  const certificates = getCACertificates()
  const before = known()
  onTestFinished(() => setDefaultCACertificates(certificates))
  const pair = createLocalhostCertificate()
  const server = createServer(pair, (_, response) => void response.end('here'))
  const port = await listenAnywhere(server)
  onTestFinished(() => void server.close())
  const asked = () => fetch(`https://localhost:${port}/`, { headers: { connection: 'close' } }).then((answer) => answer.text())
  await expect(asked()).rejects.toThrow('fetch failed')
  trustOwnAuthority(await fileWith(pair.cert))
  expect(await asked()).toBe('here')
  expect(known()).toEqual(new Set([...before, new X509Certificate(pair.cert).fingerprint256]))
})

test('without the setting nothing changes, and a file that is of no use is named', async () => {
  const certificates = getCACertificates()
  trustOwnAuthority('')
  const files = ['/nowhere/authority.pem', await fileWith('no certificate')]
  const warned: string[] = []
  for (const file of files) trustOwnAuthority(file, (sentence) => void warned.push(sentence))
  expect(warned).toEqual(files.map((file) => `NODE_EXTRA_CA_CERTS: there is no certificate to be read in ${file}`))
  expect(getCACertificates()).toEqual(certificates)
})
