import path from 'node:path'
import { recordTexts } from '../build/consent-texts.ts'
import { writeTemplates } from '../server/mail/supabase-templates.ts'
import { root } from './install.mjs'

const added = await recordTexts(new Date().toISOString().slice(0, 10), path.join(root, 'content'))
for (const { document, version } of added) console.log(`${document}: version ${version} is on record`)
if (!added.length) console.log('Every text that clients agree to is on record as it stands.')
await writeTemplates(path.join(root, 'supabase'))
console.log("Supabase's e-mails, in supabase/templates/, say what yours do.")
