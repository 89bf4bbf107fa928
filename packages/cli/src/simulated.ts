import type { SimulateAnswer, Simulation, SimulationRequest } from '@vaultwright/chain'
import type { Units } from './token-list.ts'

/** What came of a simulation, with what its amounts are counted in. */
export type Simulated = {
  readonly chainId: number
  readonly request: SimulationRequest
  readonly answer: SimulateAnswer
  readonly units: Units
  /** Whether the fork was made from a server that the node's engine did not ask. */
  readonly isForkIndependent: boolean
}

/** Lists the simulations of an answer, the node's first. */
export function simulationsIn(answer: SimulateAnswer): readonly Simulation[] {
  if (answer.engine !== 'both') return [answer.simulation]
  const { check } = answer
  return check.agreed ? [check.simulation, check.fork] : [check.node, check.fork]
}

/** Tells whether every engine of a simulation says yes. */
export function isSuccess({ answer }: Simulated): boolean {
  if (answer.engine === 'both' && !answer.check.agreed) return false
  return simulationsIn(answer).every(({ outcome }) => outcome.status === 'success')
}
