import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { thirdPartyPage } from '../build/third-party.ts'
import { root } from './install.mjs'

const lock = await readFile(path.join(root, 'package-lock.json'), 'utf8')
await writeFile(path.join(root, 'docs/third-party.md'), thirdPartyPage(JSON.parse(lock).packages))
