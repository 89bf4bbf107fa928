import { type Address, type Hex, printHex } from '@vaultwright/base'
import type { Built } from '@vaultwright/builder'
import { measuredRunOf, totalsOfTransaction } from '@vaultwright/check'
import { rootOf } from '@vaultwright/merkle'
import { dronesSeenIn, type Simulation, type Warning } from '@vaultwright/outcome'
import { type CallContext, callContextOf, type KnownFacts } from '@vaultwright/protocols'
import { joinNames, joinUnits } from '@vaultwright/registry'
import {
  type ActionReport,
  actionReportOf,
  type ExecuteResponse,
  type Ledger,
  type SimulationPage,
  simulatedFieldsOf,
  type TransactionTotalsData,
  verboseFieldsOf,
  verboseReportOf,
} from '@vaultwright/wire'
import type { RouteRequest } from '../answer/route.ts'
import type { SimulationConfig } from '../config/config.ts'
import { totalsAnswerOf } from '../present/total.ts'
import type { StrategistContext } from '../service/strategist-context.ts'
import { recordOf } from './simulation-record.ts'
import {
  type EngineResults,
  type RequestedSimulation,
  runSimulation,
  type SimulatedBatch,
} from './simulation-run.ts'
import { type KeptRecord, missingFieldOf, putRecord, type RecordTerm } from './simulation-term.ts'

/** The answer to a build without its description and its reports. */
export type BuiltPart = Omit<ExecuteResponse, 'description' | 'action_api_response'>

/** The answer to a build. */
export type BuiltAnswer = {
  readonly part: BuiltPart
  /** One for each action. */
  readonly reports: readonly ActionReport[]
}

/** The caller of a simulation. */
export type SimulationCall = Pick<RouteRequest<'execute'>, 'context' | 'caller' | 'signal'>

/** The caller of a build, and the requested parts of the answer. */
export type BuildCall = SimulationCall & {
  readonly body: { readonly verbose?: boolean; readonly skip_sim?: boolean }
}

/**
 * Says what was built, simulated unless the caller leaves that out; in a turn of the tenant, so that the answer can be
 * spelled.
 *
 * @throws {SimulatorBusyError} when too many simulations of the tenant wait.
 */
export async function answerBuilt(
  asked: BuildCall,
  strategistContext: StrategistContext,
  built: Built,
): Promise<BuiltAnswer> {
  const { verbose = false, skip_sim = false } = asked.body
  const head = { encoded_tx_data: built.calldata, target: built.target }
  const reports = built.actions.map(verbose ? verboseReportOf : actionReportOf)
  if (skip_sim) {
    await asked.context.turns.pause(asked.caller.tenantId)
    const totals = verbose ? { totals: totalsIn(strategistContext, built, null) } : {}
    return { part: { ...head, simulation_skipped: true, ...totals }, reports }
  }
  const simulated = await simulateStored(asked, strategistContext, built)
  const { first, outcome, more, failure } = simulated
  const totals = verbose ? { totals: totalsIn(strategistContext, built, simulated) } : {}
  const part = { ...head, ...outcome, ...(verbose ? more : {}), ...failure, ...totals }
  return { part, reports: verbose ? withWarnings(reports, first?.warnings ?? []) : reports }
}

/**
 * Sums up what a batch moves: as a successful simulation measured it, else as its calldata says.
 *
 * @param simulated - null where none was asked for.
 */
export function totalsIn(
  strategistContext: StrategistContext,
  { calldata, target }: Pick<SimulatedBatch, 'calldata' | 'target'>,
  simulated: Pick<SimulatedAnswer, 'first' | 'outcome'> | null,
): TransactionTotalsData {
  const { chainId, knownFacts, vault } = strategistContext.cachedTreeContext()
  const { first = null, outcome } = simulated ?? {}
  const isSuccess = outcome?.simulation_status === true
  const context = {
    ...callContextWith(knownFacts, { chainId, vault }),
    drones: [
      ...strategistContext.deployment.drones,
      ...dronesSeenIn(first === null ? [] : [first]),
    ],
  }
  const run = first === null || !isSuccess ? null : measuredRunOf(first)
  return totalsAnswerOf(totalsOfTransaction({ calldata, manager: target }, run, context), context)
}

/** The fields of an answer that a simulation fills in. */
export type SimulatedAnswer = {
  /** By the first engine; null when none ran to its end. */
  readonly first: Simulation | null
  readonly outcome: ReturnType<typeof simulatedFieldsOf> &
    Pick<
      ExecuteResponse,
      | 'simulation_engines_share_node'
      | 'simulation_proof'
      | 'simulation_unproven_because'
      | 'simulation_page_missing_because'
    >
  /** The cost of gas and the transfers. */
  readonly more: ReturnType<typeof verboseFieldsOf>
  /** None when it is a success. */
  readonly failure: Pick<ExecuteResponse, 'error' | 'details'>
}

/**
 * Simulates calldata as its strategist would send it, and keeps the record for its link; ends in a turn of the tenant.
 *
 * @throws {SimulatorBusyError} when too many simulations of the tenant wait.
 */
export async function simulateStored(
  asked: SimulationCall,
  strategistContext: StrategistContext,
  built: SimulatedBatch,
): Promise<SimulatedAnswer> {
  const { context, signal, caller } = asked
  const asker = { tenantId: caller.tenantId, signal }
  const run = await runSimulation(context, strategistContext, { built, asker })
  await context.turns.next(caller.tenantId)
  const ledger = await ledgerOf(asked, strategistContext, run.seen)
  const stored =
    run.seen === null
      ? null
      : await storeSimulation(asked, strategistContext, { built, run, seen: run.seen, ledger })
  await context.turns.next(caller.tenantId)
  const simulations = run.seen?.simulations ?? []
  const first = simulations[0] ?? null
  // A proof does not say what the next block charges: that is the node's word.
  const priced = simulations.find(({ gasCostWei }) => gasCostWei !== null) ?? null
  const gasCostWei = priced?.gasCostWei ?? null
  return {
    first,
    outcome: {
      ...simulatedFieldsOf(first, { status: run.status, url: stored?.url ?? null }),
      ...missingFieldOf(stored),
      ...(run.seen?.isNodeShared === true ? { simulation_engines_share_node: true as const } : {}),
      ...proofFieldsOf(run, { kept: stored, engine: context.config.simulation.engine }),
    },
    more: verboseFieldsOf(first === null ? null : { ...first, gasCostWei }, ledger),
    failure:
      run.failure === null ? {} : { error: run.failure.error, details: { ...run.failure.details } },
  }
}

type ProofContext = {
  readonly kept: KeptRecord<SimulationPage> | null
  readonly engine: SimulationConfig['engine']
}

/** Says what is proven, where it was asked for. */
function proofFieldsOf(
  { status, seen: results }: RequestedSimulation,
  { kept: stored, engine }: ProofContext,
) {
  const page = stored?.page ?? null
  if (page?.proof != null) {
    if (stored?.url != null) return { simulation_proof: page.proof }
    // A proof that was not kept cannot be checked.
    const because = 'The witness could not be kept with the page.'
    return { simulation_proof: null, simulation_unproven_because: because }
  }
  const isRequested =
    results === null ? engine === 'proven' || engine === 'all' : results.evidence !== null
  if (!isRequested) return {}
  const because = page?.unproven_because ?? String(status)
  return { simulation_proof: null, simulation_unproven_because: because }
}

/** A price that is not stored is unknown. */
async function ledgerOf(
  { context, caller }: SimulationCall,
  strategistContext: StrategistContext,
  seen: EngineResults | null,
): Promise<Ledger> {
  const { vault } = strategistContext.cachedTreeContext()
  const units = seen?.units ?? new Map()
  const assets = (seen?.simulations[0].transfers ?? []).map(({ token }) => token)
  const { chain } = strategistContext.deployment
  const tokenUnits =
    assets.length === 0
      ? []
      : await context.store.prices.latest(caller.tenantId, { chain, assets: [...new Set(assets)] })
  const prices = new Map(tokenUnits.map(({ asset, usd }) => [asset.toLowerCase(), usd]))
  return { vault, units, prices }
}

/** Adds the warnings of a simulation, which are of the whole transaction, to the action that ends it. */
function withWarnings(
  reports: readonly ActionReport[],
  warnings: readonly Warning[],
): readonly ActionReport[] {
  const last = reports.at(-1)
  if (last === undefined || warnings.length === 0) return reports
  const more = warnings.map(warningOf)
  return [...reports.slice(0, -1), { ...last, warnings: [...(last.warnings ?? []), ...more] }]
}

/** Says a warning of a simulation as a build says its own. */
export function warningOf({ code, message, facts }: Warning) {
  return { code, severity: 'warning' as const, message, facts: { ...facts } }
}

type SimulatedBuild = {
  readonly built: SimulatedBatch
  readonly run: RequestedSimulation
  readonly seen: EngineResults
  readonly ledger: Ledger
}

/** Keeps a simulation for its link. */
async function storeSimulation(
  { context, caller }: SimulationCall,
  strategistContext: StrategistContext,
  simulated: SimulatedBuild,
): Promise<KeptRecord<SimulationPage>> {
  const { chainId, knownFacts } = strategistContext.cachedTreeContext()
  const { chain } = strategistContext.deployment
  const managerRoot = await managerRootOf(strategistContext)
  const { evidence } = simulated.seen
  const witness = evidence?.kind === 'proven' ? evidence.witness : null
  const make = (term: RecordTerm) =>
    recordOf({
      ...term,
      chain,
      chainId,
      ...simulated,
      vaultName: strategistContext.vaultName,
      strategist: strategistContext.strategist,
      labelOf: (account) => knownFacts.labelOf(account),
      managerRoot,
      callContext: {
        ...callContextWith(knownFacts, { chainId, vault: simulated.ledger.vault }),
        drones: [
          ...strategistContext.deployment.drones,
          ...dronesSeenIn(simulated.seen.simulations),
        ],
      },
    })
  return putRecord(context, caller.tenantId, { make, witness })
}

/** Names and decimals of the registry first, then what the chain said of tokens. */
function callContextWith(
  { tokenOf }: KnownFacts,
  { chainId, vault }: { readonly chainId: number; readonly vault: Address | null },
): CallContext {
  const { names, units, ...named } = callContextOf(chainId, vault)
  return {
    ...named,
    names: joinNames(names, (account) => {
      const token = tokenOf(account)
      return token === null ? null : { text: token.symbol, source: 'chain' }
    }),
    units: joinUnits(units, (account) => {
      const token = tokenOf(account)
      if (token === null) return null
      return { symbol: token.symbol, decimals: token.decimals, source: 'chain' }
    }),
  }
}

async function managerRootOf({ managerTree }: StrategistContext): Promise<Hex | null> {
  const managerFile = await managerTree()
  return managerFile === null ? null : printHex(rootOf(managerFile.tree))
}
