import { BaseError } from '@vaultwright/base'
import type { SimulationRequest } from '@vaultwright/outcome'
import type { Chain } from '../port/chain.ts'
import {
  type CrossCheck,
  compareSimulations,
  crossCheck,
  type EngineDifference,
  type SimulationEngines,
} from '../simulation/cross-check.ts'
import { blockOf } from '../simulation/simulation-plan.ts'
import { DependsOnUnknownError } from './no-proofs-error.ts'
import {
  type ProvenAnswer,
  type ProvenOptions,
  simulateProvenOn,
  takesNewerHead,
} from './simulate-proven-on.ts'

/** The compared part of a simulation on proven state. */
type ProvenOutcome = Pick<ProvenAnswer, 'simulation'> & { readonly unknowable: readonly string[] }

/** The answer of an engine of this process beside the node and its fork. */
export type ProvenPart<Answer extends ProvenOutcome = ProvenAnswer> =
  | {
      readonly kind: 'proven'
      readonly answer: Answer
      /** The differences of the node and its fork; the gas counts to the unit. */
      readonly differences: readonly (EngineDifference & { readonly engine: 'node' | 'fork' })[]
    }
  /** The chain or the node cannot be proven: what the other engines say is the node's word. */
  | { readonly kind: 'unproven'; readonly because: BaseError }

/** The answers of three engines about one transaction. */
export type ProvenCheck<Answer extends ProvenOutcome = ProvenAnswer> = {
  readonly check: CrossCheck
  readonly proven: ProvenPart<Answer>
}

/**
 * Simulates with the node, a fork of it, and on proven state, all on one block.
 *
 * @param prove - runs the simulation on proven state, in this thread or another one; the block is pinned.
 * @throws errors as `crossCheck`, {StateProofError} when the node's state does not follow from its block's hash.
 */
export async function crossCheckWithProof<Answer extends ProvenOutcome>(
  engines: SimulationEngines,
  request: SimulationRequest,
  prove: Prove<Answer>,
): Promise<ProvenCheck<Answer>> {
  const { check, proven } = await askThree(engines, request, prove)
  if ('because' in proven) return { check, proven }
  const { simulation } = proven.answer
  const [node, fork] = check.agreed ? [check.simulation, check.fork] : [check.node, check.fork]
  const differences = ([node, fork] as const).flatMap((other) =>
    compareSimulations(other, simulation, { gasToleranceBps: 0n }).map((difference) => ({
      ...difference,
      engine: other.engine as 'node' | 'fork',
    })),
  )
  return { check, proven: { ...proven, differences } }
}

type Prove<Answer> = (pinned: SimulationRequest) => Promise<Answer>

/** At the head, a newer one is taken for all three when the node has no proofs of it any more. */
async function askThree<Answer extends ProvenOutcome>(
  engines: SimulationEngines,
  request: SimulationRequest,
  prove: Prove<Answer>,
): Promise<{ readonly check: CrossCheck; readonly proven: ProvenOrWhy<Answer> }> {
  const passedHeads: bigint[] = []
  for (;;) {
    const block = await blockOf(engines.chain, request)
    const pinned = { ...request, block }
    const [check, proven] = await Promise.all([
      crossCheck(engines, pinned),
      provenOrWhy(() => prove(pinned)),
    ])
    if (proven.kind === 'proven') {
      return { check, proven: { ...proven, answer: { ...proven.answer, passedHeads } } }
    }
    if (!takesNewerHead(proven.because, request, passedHeads)) return { check, proven }
    passedHeads.push(block.number)
  }
}

type ProvenOrWhy<Answer> =
  | { readonly kind: 'proven'; readonly answer: Answer }
  | { readonly kind: 'unproven'; readonly because: BaseError }

/** The result of a simulation on proven state, alone or beside the node and its fork. */
export type ProvenSimulateAnswer =
  | { readonly engine: 'proven'; readonly proven: ProvenAnswer }
  | ({ readonly engine: 'all' } & ProvenCheck)

/** The engine of a simulation on proven state. */
export type ProvenEngine =
  | { readonly engine: 'proven'; readonly chain: Chain }
  | ({ readonly engine: 'all' } & SimulationEngines)

/**
 * Simulates a transaction on proven state, and with the node and its fork where all are wanted.
 *
 * @throws errors as `simulateProvenOn` and `crossCheckWithProof`.
 */
export async function simulateWithProof(
  by: ProvenEngine,
  request: SimulationRequest,
  options: ProvenOptions = {},
): Promise<ProvenSimulateAnswer> {
  const prove = (asked: SimulationRequest) => simulateProvenOn(by.chain, asked, options)
  return by.engine === 'proven'
    ? { engine: 'proven', proven: await prove(request) }
    : { engine: 'all', ...(await crossCheckWithProof(by, request, prove)) }
}

/** Returns the reason where nothing can be proven, and throws for a lie. */
async function provenOrWhy<Answer extends ProvenOutcome>(
  prove: () => Promise<Answer>,
): Promise<ProvenOrWhy<Answer>> {
  try {
    const answer = await prove()
    const { unknowable } = answer
    return unknowable.length === 0
      ? { kind: 'proven', answer }
      : { kind: 'unproven', because: new DependsOnUnknownError(unknowable) }
  } catch (error) {
    if (error instanceof BaseError && isUnprovable(error))
      return { kind: 'unproven', because: error }
    throw error
  }
}

const unprovable: ReadonlySet<string> = new Set([
  'no_proofs',
  'proof_limit',
  'unknown_hardfork',
  'chain_not_provable',
  'header_not_understood',
  'overrides_not_proven',
  'evm_time_limit',
  'proof_given_up',
])

/** Tells whether an error says that a simulation cannot be proven, and not that something failed or lied. */
export function isUnprovable({ code }: Pick<BaseError, 'code'>): boolean {
  return unprovable.has(code)
}
