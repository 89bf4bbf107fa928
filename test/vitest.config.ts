import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import ProjectOrder from './support/reporter/project-order.ts'
import { projects, tierOfRun } from './support/reporter/tier.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname

const tier = tierOfRun()
const slow = '**/*.slow.test.ts'
const isolated = new Set(['release', 'shell', 'faults', 'foundry'])
/** The setup before each file of a project, beyond that before all. */
const setupFiles: Readonly<Record<string, readonly string[]>> = { e2e: ['./e2e/setup.ts'] }

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    root: here('..'),
    reporters: ['default', here('./support/reporter/run-summary.ts')],
    // A busy machine is late, not wrong: tests wait for events, and these limits end only what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A test that asserts nothing passes whatever the code does.
    expect: { poll: { timeout: 120_000 }, requireAssertions: true },
    // Its own default leaves a core idle. One more than the cores works while another waits for a page or a node;
    // each further one would load every module once more.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProjectOrder },
    setupFiles: [here('./support/runs.ts')],
    // Starts nothing by itself: a test that asks for PostgreSQL or Redis starts them for the run.
    globalSetup: [here('./support/service/service-setup.ts')],
    projects: Object.entries(projects).map(([name, include]) => ({
      extends: true as const,
      // The others touch nothing global: their modules are loaded once a worker.
      test: {
        name,
        include: tier === 'slow' ? include.map(slowOf) : include,
        exclude: ['**/node_modules/**', ...(tier === 'quick' ? [slow] : [])],
        isolate: isolated.has(name),
        setupFiles: (setupFiles[name] ?? []).map(here),
      },
    })),
  },
})

function slowOf(pattern: string): string {
  return pattern.replace('*.test.ts', '*.slow.test.ts')
}
