/** The test files of each project, in both tiers. */
export const projects = {
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
  real: ['test/real/**/*.test.ts'],
  release: ['test/release/**/*.test.ts'],
  support: ['test/support/**/*.test.ts', 'test/mutant/*.test.ts'],
  oracle: ['test/indexer-oracle/*.test.ts'],
}

/** When a test file runs: `quick` with `npm test`, `slow` with `npm run test:all`. */
export type Tier = 'quick' | 'slow'

/** The tier of a test file: its name alone says it. */
export function tierOf(file: string): Tier {
  return file.endsWith('.slow.test.ts') ? 'slow' : 'quick'
}

/**
 * The tier that this run is of.
 *
 * @returns null for a run of both tiers, as Vitest starts it without our scripts.
 * @throws {Error} when TEST_TIER is neither tier.
 */
export function tierOfRun(): Tier | null {
  const tier = process.env.TEST_TIER || null
  if (tier === null || tier === 'quick' || tier === 'slow') return tier
  throw new Error(`TEST_TIER is "${tier}". Set quick or slow, or leave it out for both.`)
}
