import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate for localhost and its key, both in PEM. */
export function createLocalhostCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const names = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from('localhost')))))
  const year = 365 * 86_400_000
  const validity = sequence(utcTime(new Date(Date.now() - year)), utcTime(new Date(Date.now() + year)))
  const alternativeNames = sequence(element(0x82, Buffer.from('localhost')))
  const content = sequence(
    element(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    names,
    validity,
    names,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(sequence(subjectAltName, element(0x04, alternativeNames)))),
  )
  const signature = element(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const lines = sequence(content, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

// The form is X.509 version 3 (RFC 5280 §4.1) in DER: a tag, a length, the content.
function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const sequence = (...parts: Buffer[]) => element(0x30, ...parts)
const integer = (value: number) => element(0x02, Buffer.from([value]))
const identifier = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
const utcTime = (date: Date) => element(0x17, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '').slice(2)))

const commonName = identifier('550403')
const subjectAltName = identifier('551d11')
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
