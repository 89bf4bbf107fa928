import { type Address, BaseError } from '@vaultwright/base'
import {
  type Chain,
  type ChainUnit,
  type ForkPool,
  type ProvenOptions,
  readUnits,
  simulate,
  simulateWithProof,
} from '@vaultwright/chain'
import type { BlockRef, Simulation, SimulationRequest } from '@vaultwright/outcome'
import { chainOf, nativeAsset } from '@vaultwright/registry'
import {
  type EngineAnswer,
  type ResultUnits,
  type SimulationResult,
  simulationsIn,
} from './result.ts'

/** The engines of a simulation. */
export const engineNames = ['node', 'fork', 'both', 'proven', 'all'] as const

/** One of them. */
export type EngineName = (typeof engineNames)[number]

/** A simulation with its engine, as a recording stores it. */
export type SimulationRun = {
  readonly engine: EngineName
  readonly request: SimulationRequest
  /** Options of proven state; no recording stores it. */
  readonly proven?: ProvenOptions
}

/** The ports of a simulation. */
export type SimulationPorts = Pick<SimulationResult, 'isForkIndependent'> & {
  readonly chain: Chain
  readonly pool: ForkPool
}

/** Runs a simulation, and reads symbols and decimals of every token that it counts. */
export async function runSimulation(
  ports: SimulationPorts,
  { engine, request, proven = {} }: SimulationRun,
): Promise<SimulationResult> {
  const { chain, pool, isForkIndependent } = ports
  const answer: EngineAnswer =
    engine === 'proven' || engine === 'all'
      ? await simulateWithProof({ engine, chain, pool }, request, proven)
      : await simulate({ engine, chain, pool }, request)
  await assertRuns(chain, request, simulationsIn(answer))
  const units = await readTokenUnits(chain, simulationsIn(answer))
  return { chainId: chain.id, request, answer, units, isForkIndependent }
}

/** An account without code accepts any calldata, so success there means nothing. */
async function assertRuns(
  chain: Chain,
  { to, data, overrides }: SimulationRequest,
  simulations: readonly Simulation[],
): Promise<void> {
  const [first] = simulations
  const isIdle = first?.warnings.some(({ code }) => code === 'no_effect') ?? false
  if (first === undefined || !isIdle || data === '0x' || overrides !== undefined) return
  const { hash } = await chain.readCode(to, first.block)
  if (hash === null) throw new TargetWithoutCodeError(to, first.block)
}

/** Reads symbols and decimals of everything that a simulation counts. */
export async function readTokenUnits(
  chain: Chain,
  simulations: readonly Simulation[],
): Promise<ResultUnits> {
  const symbol = chainOf(chain.id)?.nativeSymbol ?? null
  const units = new Map<string, ChainUnit>([
    [nativeAsset.toLowerCase(), { address: nativeAsset, symbol, decimals: 18 }],
  ])
  const named = simulations.flatMap(({ transfers, approvals, balances }) =>
    [...transfers, ...approvals, ...balances].map(({ token }) => token),
  )
  const block = simulations[0]?.block
  const tokens = [...new Set(named)].filter((token) => !units.has(token.toLowerCase()))
  if (block === undefined || tokens.length === 0) return units
  for (const unit of await readUnits(chain, tokens, block)) {
    units.set(unit.address.toLowerCase(), unit)
  }
  return units
}

/** Calldata goes where there is no contract, which every node calls a success. */
class TargetWithoutCodeError extends BaseError {
  override readonly code = 'target_without_code'
  override readonly kind = 'invalid_input'

  constructor(to: Address, { number }: BlockRef) {
    super({
      message: `${to} has no code at block ${number}: the calldata would do nothing, and no node calls that a failure. Check the address, the chain and the block.`,
      facts: { to, block: String(number) },
    })
  }
}
