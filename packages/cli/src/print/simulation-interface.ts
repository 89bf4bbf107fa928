import {
  enginesDiffer,
  simulatedFieldsOf,
  simulationStatusOf,
  verboseFieldsOf,
} from '@vaultwright/wire'
import type { Json } from '../answer.ts'
import { type Simulated, simulationsIn } from '../simulated.ts'

/**
 * Turns a simulation into the keys of the interface.
 *
 * @returns status, logs, gas, and what the vault receives and sends; amounts of what moves in display units.
 */
export function interfaceJsonOf({ answer, units }: Simulated): { readonly [key: string]: Json } {
  const [first] = simulationsIn(answer)
  const simulation = first!
  const { vault } = simulation
  const differ = answer.engine === 'both' && !answer.check.agreed
  const status = differ ? enginesDiffer : simulationStatusOf(simulation.outcome)
  return {
    ...simulatedFieldsOf(simulation, { status, url: null }),
    ...verboseFieldsOf(simulation, vault === null ? null : { vault, units, prices: new Map() }),
  }
}
