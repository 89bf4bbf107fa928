import type { BaseError } from '@vaultwright/base'
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
import { type ProvenAnswer, type ProvenOptions, simulateProvenOn } from './simulate-proven-on.ts'

/** What an engine of this process says beside the node and its fork. */
export type ProvenPart =
  | {
      readonly kind: 'proven'
      readonly answer: ProvenAnswer
      /** Where the node and its fork see something else; the gas counts to the unit. */
      readonly differences: readonly (EngineDifference & { readonly engine: 'node' | 'fork' })[]
    }
  /** The chain or the node cannot be proven: what the other engines say is the node's word. */
  | { readonly kind: 'unproven'; readonly because: BaseError }

/** What three engines say of one transaction. */
export type ProvenCheck = { readonly check: CrossCheck; readonly proven: ProvenPart }

/**
 * Simulates with the node, a fork of it, and on proven state, all on one block.
 *
 * @throws errors as `crossCheck`, {StateProofError} when the node's state does not follow from its block's hash.
 */
export async function crossCheckProven(
  engines: SimulationEngines,
  request: SimulationRequest,
  options: ProvenOptions = {},
): Promise<ProvenCheck> {
  const pinned = { ...request, block: await blockOf(engines.chain, request) }
  const [check, proven] = await Promise.all([
    crossCheck(engines, pinned),
    provenOrWhy(engines, pinned, options),
  ])
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

/** What came of a simulation on proven state, alone or beside the node and its fork. */
export type ProvenSimulateAnswer =
  | { readonly engine: 'proven'; readonly proven: ProvenAnswer }
  | ({ readonly engine: 'all' } & ProvenCheck)

/** What runs a simulation on proven state. */
export type ProvenEngine =
  | { readonly engine: 'proven'; readonly chain: Chain }
  | ({ readonly engine: 'all' } & SimulationEngines)

/**
 * Simulates a transaction on proven state, and with the node and its fork where all are wanted.
 *
 * @throws errors as `simulateProvenOn` and `crossCheckProven`.
 */
export async function simulateWithProof(
  by: ProvenEngine,
  request: SimulationRequest,
): Promise<ProvenSimulateAnswer> {
  return by.engine === 'proven'
    ? { engine: 'proven', proven: await simulateProvenOn(by.chain, request) }
    : { engine: 'all', ...(await crossCheckProven(by, request)) }
}

/** What cannot be proven is said, a lie is thrown. */
async function provenOrWhy(
  { chain }: SimulationEngines,
  request: SimulationRequest,
  options: ProvenOptions,
): Promise<
  | { readonly kind: 'proven'; readonly answer: ProvenAnswer }
  | { readonly kind: 'unproven'; readonly because: BaseError }
> {
  try {
    const answer = await simulateProvenOn(chain, request, options)
    const { unknowable } = answer
    return unknowable.length === 0
      ? { kind: 'proven', answer }
      : { kind: 'unproven', because: new DependsOnUnknownError(unknowable) }
  } catch (error) {
    if (isUnprovable(error)) return { kind: 'unproven', because: error }
    throw error
  }
}

const unprovable: ReadonlySet<string> = new Set([
  'no_proofs',
  'proof_limit',
  'unknown_hardfork',
  'header_not_understood',
  'overrides_not_proven',
])

function isUnprovable(error: unknown): error is BaseError {
  return error instanceof Error && unprovable.has((error as Partial<BaseError>).code ?? '')
}
