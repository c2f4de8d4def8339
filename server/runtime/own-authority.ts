import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Trusts the certificates of the file that NODE_EXTRA_CA_CERTS names, for every connection from now on: Node itself reads
 * the variable before it reads `.env`. A file of no use is named, and passed over as Node does.
 */
export function trustOwnAuthority(file: string | undefined, warn: (sentence: string) => void = console.warn): void {
  if (!file) return
  try {
    const text = readFileSync(file, 'utf8')
    // Throws if there is no certificate; setDefaultCACertificates passes over whatever is none.
    const { subject: _ } = new X509Certificate(text)
    setDefaultCACertificates([...getCACertificates(), text])
  } catch {
    warn(`NODE_EXTRA_CA_CERTS: there is no certificate to be read in ${file}`)
  }
}
