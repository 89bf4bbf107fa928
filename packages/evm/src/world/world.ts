import type { ProvenState } from '@vaultwright/proof'
import { openOverlay } from './overlay-world.ts'
import { type EvmTimeLimit, openEvmTimer } from './time-limit.ts'
import type { BringState, World } from './world-type.ts'

/**
 * Opens a state for a run.
 *
 * @param limit - how long the EVM may run in it and in its branches, together; without a bound when not given.
 */
export function openWorld(state: ProvenState, bring: BringState, limit?: EvmTimeLimit): World {
  return openOverlay({ state, bring, timer: openEvmTimer(limit ?? null) })
}
