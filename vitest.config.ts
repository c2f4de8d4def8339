import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const integration = '**/*.integration.test.ts'

export default defineConfig({
  test: {
    // One more than there are cores: a test that waits for the database or the clock leaves its core to another.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [integration, '**/node_modules/**', 'tests/e2e/**'],
          // Properties are tried on hundreds of cases, which takes a while on a slow or busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: [integration],
          exclude: ['**/node_modules/**'],
          globalSetup: './tests/helpers/postgres-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
