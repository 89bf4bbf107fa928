import type {
  ChainUnit,
  CrossCheck,
  ProvenAnswer,
  ProvenSimulateAnswer,
  SimulateAnswer,
} from '@vaultwright/chain'
import type { Simulation, SimulationRequest } from '@vaultwright/outcome'
import type { Witness } from '@vaultwright/proof'

/** The units of a simulation's amounts, by lower-case address. */
export type ResultUnits = ReadonlyMap<string, ChainUnit>

/** The answer of any of the engines. */
export type EngineAnswer = SimulateAnswer | ProvenSimulateAnswer

/** The result of a simulation, with the units of its amounts. */
export type SimulationResult = {
  readonly chainId: number
  readonly request: SimulationRequest
  readonly answer: EngineAnswer
  readonly units: ResultUnits
  /** True if the fork was made from a server that the node's engine did not ask. */
  readonly isForkIndependent: boolean
  /** The name of another engine that replayed the same and agrees; null or left out where none did. */
  readonly secondEngine?: string | null
}

/** The transaction of a witness as it was run, and what of it the file alone states. */
export type RunTerms = {
  readonly witness: Witness
  readonly unstated: readonly ('from' | 'to' | 'data')[]
  /** The other facts that stay open, in sentences. */
  readonly open: readonly string[]
}

/** Lists the simulations of an answer: what is proven first, then the node's. */
export function simulationsIn(answer: EngineAnswer): readonly Simulation[] {
  switch (answer.engine) {
    case 'node':
    case 'fork':
      return [answer.simulation]
    case 'both':
      return simulationsOf(answer.check)
    case 'proven':
      return [answer.proven.simulation]
    case 'all': {
      const { check, proven } = answer
      const first = proven.kind === 'proven' ? [proven.answer.simulation] : []
      return [...first, ...simulationsOf(check)]
    }
  }
}

/** Tells whether a person stated the whole transaction, so that nothing of it is the file's word. */
export function isStated({ unstated, open }: RunTerms): boolean {
  return unstated.length === 0 && open.length === 0
}

/** Tells whether every engine of a simulation says yes, and all say the same. */
export function isSuccess({ answer }: SimulationResult): boolean {
  return (
    isAgreed(answer) && simulationsIn(answer).every(({ outcome }) => outcome.status === 'success')
  )
}

/** Tells whether engines that were compared say the same, and a proof says all that it needs. */
export function isAgreed(answer: EngineAnswer): boolean {
  switch (answer.engine) {
    case 'node':
    case 'fork':
      return true
    case 'both':
      return answer.check.agreed
    case 'proven':
      return answer.proven.unknowable.length === 0
    case 'all': {
      const { check, proven } = answer
      return check.agreed && (proven.kind === 'unproven' || proven.differences.length === 0)
    }
  }
}

/** The proven part of a simulation; null if there is none. */
export function provenIn(answer: EngineAnswer): ProvenAnswer | null {
  if (answer.engine === 'proven') return answer.proven
  return answer.engine === 'all' && answer.proven.kind === 'proven' ? answer.proven.answer : null
}

function simulationsOf(check: CrossCheck): readonly Simulation[] {
  return check.agreed ? [check.simulation, check.fork] : [check.node, check.fork]
}
