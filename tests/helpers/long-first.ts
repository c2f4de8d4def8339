import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of half a minute or more, by the ends of their paths, the longest first: they build, install or start much. */
const long = [
  'container/container',
  'deliveries/outages',
  'deliveries/webform-faults',
  'tests/start',
  'outside/outside',
  'backups/restore',
  'backups/upgrade',
  'backups/installation',
  'commands/backup',
  'proxies/proxies',
  'postgres/embedded',
  'releases/upgrade',
  'doctor/doctor',
  'tests/dev',
  'tests/guides',
  'tests/recovery',
  'tests/processes',
  'tests/build',
  'submit-to-disputefox/deno',
]

/** Its place in the list; -1 if it is not there. */
const placeOf = ({ moduleId }: TestSpecification) => long.findIndex((name) => moduleId.endsWith(`/${name}.integration.test.ts`))

/** Vitest knows how long files take from earlier runs only. In a first run too, none of these is left to run alone at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const first = sorted.filter((file) => placeOf(file) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other))
    return [...first, ...sorted.filter((file) => !first.includes(file))]
  }
}
