import { type Address, BaseError, type Facts } from '@vaultwright/base'
import type { Built } from '@vaultwright/builder'
import {
  AnvilMissingError,
  isUnprovable,
  MissingDecimalsError,
  type Token,
} from '@vaultwright/chain'
import {
  contradictsProof,
  enginesDiffer,
  revertArgumentsOf,
  type Simulation,
  simulationStatusOf,
} from '@vaultwright/outcome'
import type { KnownFacts } from '@vaultwright/protocols'
import { chainOf, nativeAsset } from '@vaultwright/registry'
import type { Ledger } from '@vaultwright/wire'
import type { ChainAccess, ServiceSimulation, SimulationAsker } from '../node/chains.ts'
import { SimulationTimeoutError, SimulatorBusyError } from '../node/simulator.ts'
import type { ApiContext } from '../service/context.ts'
import type { StrategistContext } from '../service/strategist-context.ts'
import { type EngineViews, viewsOf } from './engine-answer.ts'

/** One calldata for the Manager, built here or given by the caller. */
export type SimulatedBatch = Pick<
  Built,
  'calldata' | 'target' | 'description' | 'root' | 'actions' | 'warnings'
> & {
  /** Wei that the strategist sends with it; none for what is built here. */
  readonly value?: bigint
}

/** The result of simulating a build. */
export type RequestedSimulation = {
  /** True, or the reason not to sign. */
  readonly status: true | string
  /** Why it is not a success: a few words, and what is known; null when it is one. */
  readonly failure: { readonly error: string; readonly details: Facts } | null
  /** The engines' views; null if none ran to its end. */
  readonly seen: EngineResults | null
}

/** The engines' views of a transaction. */
export type EngineResults = EngineViews & {
  /** True if both engines asked one node, whose lie deceives both; false where a proof would show it. */
  readonly isNodeShared: boolean
  readonly units: LedgerUnits
}

/** The clock of a chain on one's own machine is its own. */
const localChainId = 31337

const unknownUnit: LedgerUnit = { symbol: null, decimals: null }

/**
 * Simulates calldata as its strategist would send it.
 *
 * @returns what came of it; a node that cannot be asked, or a timeout, is not a success and no error.
 * @throws {SimulatorBusyError} when too many simulations of the tenant wait.
 */
export async function runSimulation(
  context: ApiContext,
  strategistContext: StrategistContext,
  { built, asker }: { readonly built: SimulatedBatch; readonly asker: SimulationAsker },
): Promise<RequestedSimulation> {
  const { chain } = strategistContext.deployment
  const access = context.chains.of(chain)
  if (access === null) return withoutNode(chain)
  const place = strategistContext.cachedTreeContext()
  const request = {
    from: strategistContext.strategist,
    to: built.target,
    data: built.calldata,
    ...(built.value === undefined ? {} : { value: built.value }),
    vault: place.vault,
    ...(access.chainId === localChainId ? {} : { nowUnix: context.now() }),
  }
  try {
    const answer = await access.simulate(request, asker)
    const results = await engineResultsOf(access, answer, place.knownFacts.tokenOf)
    const idle = await idleTarget(access, results, built.target)
    return idle === null ? verdictOn(results) : { ...idle, seen: results }
  } catch (error) {
    if (error instanceof SimulatorBusyError || !(error instanceof BaseError)) throw error
    return stopped(error)
  }
}

async function engineResultsOf(
  access: ChainAccess,
  answer: ServiceSimulation,
  known: Parameters<typeof readUnits>[1]['known'],
): Promise<EngineResults> {
  const views = viewsOf(answer)
  const { simulations, evidence } = views
  const units = await readUnits(simulations, { access, known })
  const isCompared = simulations.length > 1 && evidence?.kind !== 'proven'
  return { ...views, isNodeShared: isCompared && access.isNodeShared === true, units }
}

function verdictOn(seen: EngineResults): RequestedSimulation {
  const [{ outcome }] = seen.simulations
  const { differences, evidence } = seen
  if (differences.length > 0) {
    const fields = [...new Set(differences.map(({ field }) => field))]
    const contradicted = evidence?.kind === 'proven' ? evidence.contradicted : []
    const status =
      contradicted.length === 0 ? enginesDiffer : contradictsProof(contradicted, fields)
    const details = contradicted.length === 0 ? { fields } : { fields, engines: contradicted }
    return { status, failure: { error: 'The engines disagree', details }, seen }
  }
  if (evidence?.kind === 'unproven' && evidence.isUnknowable) {
    const details = { code: 'depends_on_unknown' }
    return { status: evidence.because, failure: { error: 'Nothing is proven', details }, seen }
  }
  const status = simulationStatusOf(outcome)
  if (outcome.status === 'success') return { status: true, failure: null, seen }
  const { revert, halt, failing, failingUnknown } = outcome
  const details = {
    revert: revert.name,
    is_own_name: revert.name !== null && revert.isOwnName,
    revert_arguments: revertArgumentsOf(revert),
    revert_data: revert.data,
    halt,
    call_path: failing === null ? null : [...failing.path],
    function: failing?.function ?? null,
    target: failing?.target ?? null,
    stage: failing?.stage ?? null,
    unknown: failingUnknown,
  }
  return { status, failure: { error: 'The transaction would revert', details }, seen }
}

/** An account without code accepts every calldata: that does not count as a success. */
async function idleTarget(
  access: ChainAccess,
  { simulations: [first] }: EngineResults,
  target: Address,
): Promise<Omit<RequestedSimulation, 'seen'> | null> {
  if (!first.warnings.some(({ code }) => code === 'no_effect')) return null
  const { hash } = await (await access.open()).readCode(target, first.block)
  if (hash !== null) return null
  const status = `The Manager ${target} has no code at block ${first.block.number}: the calldata would do nothing.`
  return { status, failure: { error: 'The Manager has no code', details: { target } } }
}

function withoutNode(chain: string): RequestedSimulation {
  const status = `No node is configured for ${chain}: the calldata was not simulated.`
  return stop(status, 'The simulation did not run', { code: 'node_missing', chain })
}

/** Texts of nodes may name private hosts: only the code is shown, but for what this process itself says. */
function stopped(error: BaseError): RequestedSimulation {
  const { code } = error
  if (code === 'invalid_state_proof') {
    return stop(error.shortMessage, 'The node contradicts the block', { code, ...error.facts })
  }
  if (isUnprovable(error)) return stop(error.shortMessage, 'Nothing is proven', { code })
  if (error instanceof SimulationTimeoutError) {
    return stop('simulation timed out', 'The simulation timed out', { code, ...error.facts })
  }
  const reason =
    error instanceof AnvilMissingError
      ? 'Anvil is not installed'
      : `the node gave no answer (${code})`
  return stop(`The simulation did not run: ${reason}.`, 'The simulation did not run', { code })
}

function stop(status: string, error: string, details: Facts): RequestedSimulation {
  return { status, failure: { error, details }, seen: null }
}

/** The unit of amounts; null if unknown. */
type LedgerUnits = Ledger['units']

type LedgerUnit = NonNullable<ReturnType<LedgerUnits['get']>>

/**
 * Finds symbols and decimals of everything that simulations count: what is known first, then what the
 * tokens say, all in one round trip.
 *
 * @returns the units, the chain's own coin among them; what cannot be read is not known.
 */
async function readUnits(
  simulations: readonly Simulation[],
  {
    access,
    known: tokenOf,
  }: { readonly access: ChainAccess; readonly known: KnownFacts['tokenOf'] },
): Promise<LedgerUnits> {
  const symbol = chainOf(access.chainId)?.nativeSymbol ?? null
  const units = new Map<string, LedgerUnit>([[nativeAsset.toLowerCase(), { symbol, decimals: 18 }]])
  const named = simulations.flatMap(({ transfers, approvals, balances }) =>
    [...transfers, ...approvals, ...balances].map(({ token }) => token),
  )
  const open = new Map<string, Address>()
  for (const token of named) {
    const key = token.toLowerCase()
    if (units.has(key)) continue
    const unit = tokenOf(token)
    if (unit === null) open.set(key, token)
    else units.set(key, { symbol: unit.symbol, decimals: unit.decimals })
  }
  const tokens = [...open.values()]
  const tokenUnits = await unitsOf(tokens, async (list) =>
    (await access.open()).readTokens(list, simulations[0]!.block),
  )
  for (const [index, token] of tokens.entries()) units.set(token.toLowerCase(), tokenUnits[index]!)
  return units
}

/** All at once; where one does not say its decimals, each by itself. */
async function unitsOf(
  tokens: readonly Address[],
  read: (tokens: readonly Address[]) => Promise<readonly Token[]>,
): Promise<readonly LedgerUnit[]> {
  if (tokens.length === 0) return []
  try {
    return await read(tokens)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    if (tokens.length === 1 || !(error instanceof MissingDecimalsError))
      return tokens.map(() => unknownUnit)
    return (await Promise.all(tokens.map((one) => unitsOf([one], read)))).flat()
  }
}
