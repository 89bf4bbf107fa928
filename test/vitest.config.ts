import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import SlowestFirst from './support/reporter/slowest-first.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname
const projects = {
  unit: ['packages/*/src/**/*.test.ts', 'workers/*/src/**/*.test.ts'],
  house: ['test/house/*.test.ts'],
  bench: ['test/bench/**/*.test.ts'],
  conformance: ['test/conformance/**/*.test.ts'],
  e2e: ['test/e2e/**/*.test.ts'],
  foundry: ['test/foundry/**/*.test.ts'],
  fork: ['test/fork/**/*.test.ts'],
  faults: ['test/faults/**/*.test.ts'],
  store: ['test/store/**/*.test.ts'],
  api: ['test/api/**/*.test.ts'],
  console: ['test/console/**/*.test.ts'],
  indexer: ['test/indexer/**/*.test.ts'],
  shell: ['test/indexer-shell/*.test.ts'],
  operator: ['test/operator/*.test.ts'],
  solana: ['test/solana/**/*.test.ts'],
  release: ['test/release/**/*.test.ts'],
  support: ['test/support/**/*.test.ts'],
  oracle: ['test/indexer-oracle/*.test.ts'],
}

const isolated = new Set(['e2e', 'release', 'shell', 'faults', 'foundry'])

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    root: here('..'),
    reporters: ['default', here('./support/reporter/run-summary.ts')],
    // The first test that asks for the demo or a service waits for its start, on a busy machine minutes.
    testTimeout: 180_000,
    // A busy machine is late, not wrong: the runner's own default gives up after a second.
    expect: { poll: { timeout: 30_000 } },
    // Its own default leaves a core idle, and it takes no percentage above 100; a test that waits for time
    // leaves room for two more.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowestFirst },
    hookTimeout: 180_000,
    setupFiles: [here('./support/runs.ts')],
    // Starts nothing by itself: a test that asks for PostgreSQL or Redis starts them for the run.
    globalSetup: [here('./support/service/service-setup.ts')],
    projects: Object.entries(projects).map(([name, include]) => ({
      extends: true as const,
      // The others touch nothing global: their modules are loaded once a worker.
      test: { name, include, isolate: isolated.has(name) },
    })),
  },
})
