import type { SimulateAnswer, Token } from '@vaultwright/chain'
import type { Simulation, SimulationRequest } from '@vaultwright/outcome'

/** What an amount is counted in; decimals are null for what does not say them, as an ERC-721. */
export type ResultUnit = Pick<Token, 'address' | 'symbol'> & { readonly decimals: number | null }

/** What the amounts of a simulation are counted in, by lower-case address. */
export type ResultUnits = ReadonlyMap<string, ResultUnit>

/** What came of a simulation, with what its amounts are counted in. */
export type SimulationResult = {
  readonly chainId: number
  readonly request: SimulationRequest
  readonly answer: SimulateAnswer
  readonly units: ResultUnits
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
export function isSuccess({ answer }: SimulationResult): boolean {
  if (answer.engine === 'both' && !answer.check.agreed) return false
  return simulationsIn(answer).every(({ outcome }) => outcome.status === 'success')
}
