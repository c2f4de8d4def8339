import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/helpers/long-first.ts'
import { isSample } from './tests/helpers/sample.ts'

const integration = '**/*.integration.test.ts'
const elsewhere = ['**/node_modules/**', ...(isSample ? [] : ['**/*.sample.test.ts'])]
/** A worker keeps its modules from file to file, which take as long to load as most tests: no file may leave them changed. */
const isolate = false

export default defineConfig({
  test: {
    // One more than there are cores: a test that waits for the database or the clock leaves its core to another.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [integration, ...elsewhere, 'tests/e2e/**'],
          // Properties are tried on hundreds of cases, which takes a while on a slow or busy machine.
          testTimeout: 30_000,
          isolate,
        },
      },
      {
        test: {
          name: 'integration',
          include: [integration],
          exclude: elsewhere,
          globalSetup: './tests/helpers/postgres-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // As journeys are: these have databases, processes and ports of one machine, which is busy. The summary names what needed it.
          retry: 1,
          isolate,
        },
      },
    ],
  },
})
