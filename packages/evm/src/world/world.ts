import type { ProvenState } from '@vaultwright/proof'
import { openOverlay } from './overlay-world.ts'
import type { BringState, World } from './world-type.ts'

/** Opens a state for a run. */
export function openWorld(state: ProvenState, bring: BringState): World {
  return openOverlay(state, bring)
}
