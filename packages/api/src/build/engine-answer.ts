import { DependsOnUnknownError, type EngineDifference } from '@vaultwright/chain'
import type { Simulation } from '@vaultwright/outcome'
import { maxWitnessBytes, WitnessTooLargeError } from '@vaultwright/store'
import type { ServiceSimulation } from '../node/chains.ts'
import type { ProofFacts, ProvenRun } from '../proof/proof-task.ts'

/** The evidence of a simulation, or the reason that there is none. */
export type SimulationEvidence =
  | {
      readonly kind: 'proven'
      readonly facts: ProofFacts
      readonly witness: ProvenRun['witness']
      /** Engines that see something else than what is proven. */
      readonly contradicted: readonly ('node' | 'fork')[]
    }
  | {
      readonly kind: 'unproven'
      /** One sentence without addresses of servers. */
      readonly because: string
      /** True if the transaction reads facts that are unknown before its block: no engine can say then. */
      readonly isUnknowable: boolean
    }

/** The view of each engine, and their contradictions. */
export type EngineViews = {
  /** The simulations: the proven one first, then the node's, then the fork's. */
  readonly simulations: readonly [Simulation, ...(readonly Simulation[])]
  /** None with one engine. */
  readonly differences: readonly Pick<EngineDifference, 'field' | 'message'>[]
  /** Null where no proof was asked for. */
  readonly evidence: SimulationEvidence | null
}

/** Lists what the engines saw. */
export function viewsOf(answer: ServiceSimulation): EngineViews {
  switch (answer.engine) {
    case 'node':
    case 'fork':
      return { simulations: [answer.simulation], differences: [], evidence: null }
    case 'both':
      return { ...comparedIn(answer.check), evidence: null }
    case 'proven':
      return {
        simulations: [answer.proven.simulation],
        differences: [],
        evidence: evidenceOf(answer.proven, []),
      }
    case 'all': {
      const { check, proven } = answer
      const compared = comparedIn(check)
      if (proven.kind === 'unproven') {
        const { shortMessage, code } = proven.because
        return { ...compared, evidence: unproven(shortMessage, code === unknowableCode) }
      }
      const { simulation } = proven.answer
      const contradicted = [...new Set(proven.differences.map(({ engine }) => engine))]
      const differences = proven.differences.map(({ engine, field, message }) => ({
        field,
        message: `${engine === 'node' ? 'Node' : 'Fork'} and proof: ${message}`,
      }))
      return {
        simulations: [simulation, ...compared.simulations],
        differences: [...differences, ...compared.differences],
        evidence: evidenceOf(proven.answer, contradicted),
      }
    }
  }
}

const unknowableCode = new DependsOnUnknownError([]).code

function comparedIn(
  check: Extract<ServiceSimulation, { readonly engine: 'both' }>['check'],
): Omit<EngineViews, 'evidence'> {
  return check.agreed
    ? { simulations: [check.simulation, check.fork], differences: [] }
    : { simulations: [check.node, check.fork], differences: check.differences }
}

/** A proof counts only with a witness that others can check. */
function evidenceOf(
  { unknowable, facts, witness }: ProvenRun,
  contradicted: readonly ('node' | 'fork')[],
): SimulationEvidence {
  if (unknowable.length > 0) {
    return unproven(new DependsOnUnknownError(unknowable).shortMessage, true)
  }
  const bytes = Math.max(witness.body.length, witness.slotUse.length)
  if (bytes > maxWitnessBytes) return unproven(new WitnessTooLargeError(bytes).shortMessage, false)
  return { kind: 'proven', facts, witness, contradicted }
}

function unproven(because: string, isUnknowable: boolean): SimulationEvidence {
  return { kind: 'unproven', because, isUnknowable }
}
