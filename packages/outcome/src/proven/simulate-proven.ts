import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import {
  type AccountChange,
  type BlockFact,
  type BringState,
  beginBlock,
  type EvmBlock,
  type EvmMachine,
  type EvmRules,
  type EvmRun,
  type EvmTimeLimit,
  evmVersion,
  historyContract,
  openMachine,
  openWorld,
  placeCode,
  unknowable,
  type World,
} from '@vaultwright/evm'
import { checksumOf } from '@vaultwright/merkle'
import { type ProvenState, type StateReads, type Witness, witnessOf } from '@vaultwright/proof'
import { finishAnalysis, startAnalysis } from '../analysis/simulation-analysis.ts'
import {
  gasDefault,
  simulatedBlockOf,
  vaultIn,
  vaultSelector,
  withChecksums,
} from '../analysis/simulation-plan.ts'
import type { Simulation, SimulationRequest } from '../effect/simulation.ts'
import type { StateRead } from '../effect/state-read.ts'
import { bulkAnswersIn, bulkCallOf, readerOverrides } from '../read/bulk-read.ts'
import type { EthCallResult } from '../read/eth-call.ts'
import { haltOf } from '../trace/call-frame.ts'
import type { Execution } from '../trace/execution.ts'
import type { StateDiff } from '../trace/state-diff.ts'
import { type SlotUse, slotUseOf } from './slot-use.ts'

/** A simulation whose every input follows from the block's hash. */
export type ProvenSimulation = {
  readonly simulation: Simulation
  readonly witness: Witness
  /** The facts of its block that it read, in alphabetical order: the time is chosen, not proven. */
  readonly dependsOn: readonly BlockFact[]
  /** Of those, what is not known before the block is made: with one of them, nothing is proven. */
  readonly unknowable: readonly BlockFact[]
  /** The state it read and wrote. */
  readonly slotUse: SlotUse
  /** All that was read of the state: by the transaction, and by the readings of balances and approvals. */
  readonly reads: StateReads
}

/** The run of a transaction on proven state, before anything is read of its result. */
export type ProvenExecution = {
  /** It has counted what the transaction read. */
  readonly state: ProvenState
  readonly rules: EvmRules
  readonly block: EvmBlock
  readonly call: Required<Pick<SimulationRequest, 'from' | 'to' | 'data' | 'value' | 'gas'>>
  readonly execution: Execution
  readonly changes: ReadonlyMap<Address, AccountChange>
  /** The facts of its block that it read. */
  readonly dependsOn: readonly BlockFact[]
}

/** The source of the state while a simulation runs. */
type ProvenSource = {
  readonly bring: BringState
  /** Sees which reads follow, before they are made, so that their state can be brought at once. */
  readonly beforeReads?: (reads: readonly StateRead[]) => Promise<void>
  /** The time the EVM may run, in the transaction and all reads together. Default: no limit. */
  readonly limit?: EvmTimeLimit
  /** Sees the run of the transaction, as another engine needs it that runs the same; what it throws ends the simulation. */
  readonly afterRun?: (run: ProvenExecution) => Promise<void>
}

/** Overrides change the state that was proven. */
export type ProvenRequest = Omit<SimulationRequest, 'overrides' | 'block'>

/**
 * Simulates a transaction in this process, on state that follows from a block's hash.
 *
 * @throws what `bring` throws, {StateMissingError} {StateProofError} {EvmTimeLimitError}: never an outcome then.
 */
export async function simulateProven(
  state: ProvenState,
  rules: EvmRules,
  { request, source }: { readonly request: ProvenRequest; readonly source: ProvenSource },
): Promise<ProvenSimulation> {
  const checksummed = withChecksums(request)
  const { header } = state
  const block = { number: header.number, hash: header.hash, timestamp: header.timestamp }
  const evmBlock = simulatedBlockOf(checksummed, block)
  const world = openWorld(state, source.bring, source.limit)
  for (const [name, { code }] of Object.entries(readerOverrides)) {
    await placeCode(world, name as Address, code)
  }
  await beginBlock(world, rules)
  const named =
    checksummed.vault === undefined
      ? await vaultNamed(world, rules, { asked: checksummed, evmBlock })
      : null
  const before = world.branch()
  const machine = await openMachine(world, rules, evmBlock)
  const { from, to, data, value = 0n, gas = gasDefault } = checksummed
  const call = { from, to, data, value, gas }
  const run = await machine.run(call)
  const dependsOn = [...machine.asked].sort()
  const changes = changesIn(world)
  const execution = executionOf(run, changes)
  await source.afterRun?.({ state, rules, block: evmBlock, call, execution, changes, dependsOn })
  const analysis = startAnalysis(checksummed, named, execution)
  const isZeroRead = state.reads.accounts.has(zeroAddress)
  const { readings } = analysis
  if (readings.length > 0) await source.beforeReads?.(readings)
  const readOn = (on: World) => readAll(on, readings, { rules, evmBlock })
  const after = await readOn(world.branch())
  const simulation = finishAnalysis(analysis, {
    engine: 'proven',
    engineVersion: evmVersion,
    block,
    gasPrice: { wei: null, unknown: 'A proof does not say what the next block charges.' },
    before: await readOn(before),
    after,
  })
  // The balances that were measured are part of the result: what they were read from counts, their reader not.
  const aside = isZeroRead ? [] : [zeroAddress]
  const slotUse = slotUseOf(state, world, { trace: run.trace, rules, aside })
  const { vault, watch = [] } = checksummed
  const { timestamp } = evmBlock
  const { chainId, hardfork } = rules
  const whole = { from, to, data, value, gas, timestamp, vault, watch }
  return {
    simulation,
    witness: witnessOf(state, { chainId, hardfork, request: whole }),
    dependsOn,
    unknowable: dependsOn.filter((name) => unknowable.has(name)),
    slotUse,
    reads: state.reads,
  }
}

type EvmRequest = { readonly asked: SimulationRequest; readonly evmBlock: EvmBlock }

/** The vault that the first target names, where the request does not say. */
async function vaultNamed(
  world: World,
  rules: EvmRules,
  { asked: blockReads, evmBlock }: EvmRequest,
): Promise<Address | null> {
  const machine = await openMachine(world.branch(), rules, evmBlock)
  // The caller is read anyway: nothing else than the simulation's own state decides whether it holds.
  const question = { from: blockReads.from, to: blockReads.to, data: vaultSelector }
  const { isSuccess, returnData } = await callWith(machine, question)
  return vaultIn({ ok: isSuccess, data: returnData })
}

async function readAll(
  world: World,
  readings: readonly StateRead[],
  { rules, evmBlock }: { readonly rules: EvmRules; readonly evmBlock: EvmBlock },
): Promise<readonly EthCallResult[]> {
  if (readings.length === 0) return []
  const machine = await openMachine(world, rules, evmBlock)
  const question = { from: zeroAddress, ...bulkCallOf(readings) }
  const { returnData } = await callWith(machine, question, readings.length)
  return bulkAnswersIn(readings, returnData)
}

/** A read may use as much gas as the node's: each has a bound of its own inside. */
function callWith(
  machine: EvmMachine,
  question: { readonly from: Address; readonly to: Address; readonly data: Hex },
  reads = 1,
): Promise<EvmRun> {
  const gas = 100_000_000n + 400_000n * BigInt(reads)
  return machine.run({ ...question, value: 0n, gas })
}

function executionOf(run: EvmRun, diff: StateDiff): Execution {
  const { isSuccess, returnData, gasUsed, logs, trace } = run
  const halt = isSuccess ? null : haltOf(trace)
  return { isSuccess, returnData, halt, gasUsed, logs, trace, diff, nativeMoves: [], touched: [] }
}

/** The changes of the transaction, without those of the block itself and the readers' own places. */
function changesIn(world: World): ReadonlyMap<Address, AccountChange> {
  const aside = new Set([historyContract, ...Object.keys(readerOverrides)].map(lowerCase))
  const changes = [...world.changes()].filter(([name]) => !aside.has(name))
  return new Map(changes.map(([name, change]) => [checksumOf(name), change]))
}

function lowerCase(text: string): string {
  return text.toLowerCase()
}
