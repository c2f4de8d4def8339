import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import path from 'node:path'
import { startGatewayProcess } from './gateway-process.ts'
import type { Line, Measurement } from './measurement.ts'
import { crowd } from './measurements/crowd.ts'
import { deliveryDrain } from './measurements/delivery-drain.ts'
import { deliveryPicking } from './measurements/delivery-picking.ts'
import { firstTouch } from './measurements/first-touch.ts'
import { idleMemory } from './measurements/idle-memory.ts'
import { interactions } from './measurements/interactions.ts'
import { lighthouse } from './measurements/lighthouse.ts'
import { navigation } from './measurements/navigation.ts'
import { onboardingInserts } from './measurements/onboarding-inserts.ts'
import { pagesUnderLoad } from './measurements/pages-under-load.ts'
import { refreshes } from './measurements/refreshes.ts'
import { scriptsAfterIntent } from './measurements/scripts-after-intent.ts'
import { signIns } from './measurements/sign-ins.ts'
import { startAndBuild } from './measurements/start-and-build.ts'
import { staffFinding } from './measurements/staff-finding.ts'
import { staticFiles } from './measurements/static-files.ts'
import { resultsPage } from './results.ts'

// In this order, on one gateway: memory first, while it is idle.
const all: Record<string, Measurement> = {
  idleMemory,
  scriptsAfterIntent,
  lighthouse,
  firstTouch,
  interactions,
  navigation,
  staticFiles,
  signIns,
  refreshes,
  pagesUnderLoad,
  onboardingInserts,
  startAndBuild,
  deliveryPicking,
  deliveryDrain,
  staffFinding,
}
/** Takes more than ten minutes, so it runs only if it is named. */
const named: Record<string, Measurement> = { ...all, crowd }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !named[name])
if (unknown.length) {
  console.error(`There is no measurement ${unknown.join(', ')}. There are: ${Object.keys(named).join(', ')}`)
  process.exit(2)
}
const measurements = names.length ? names.flatMap((name) => named[name] ?? []) : Object.values(all)

const busyBefore = loadavg()[0] ?? 0
const distFolder = process.env.DIST_DIR || 'dist'
// The first start after an installation compiles the code and keeps the result; all others are like the second.
await (await startGatewayProcess(distFolder)).stop()
const gateway = await startGatewayProcess(distFolder)
const lines: Line[] = []
try {
  for (const measure of measurements) {
    const measured = await measure(gateway)
    for (const line of measured) console.log(`${line.what}: ${line.measured} (${line.goal}: ${line.outcome})`)
    lines.push(...measured)
  }
} finally {
  await gateway.stop()
}
const page = resultsPage(lines, new Date(), busyBefore)
// Some measurements alone are no new results.
if (names.length === 0) await writeFile(path.join(import.meta.dirname, 'results.md'), page)
console.log(`\n${page}`)
process.exitCode = lines.every(({ outcome }) => outcome !== 'missed') ? 0 : 1
