import type { ReplayTerms } from '@vaultwright/outcome'

/** The time a replay may take the EVM: a witness comes from others, and may ask for any gas. */
export const replayLimit: NonNullable<ReplayTerms['limit']> = {
  mayRunMs: 60_000,
  clock: () => performance.now(),
}
