import { type Address, BaseError, type Hex, zeroAddress } from '@vaultwright/base'
import {
  type BlockFact,
  type BringState,
  beginBlock,
  type EvmBlock,
  type EvmRules,
  EvmTimeLimitError,
  openMachine,
  openWorld,
  rulesAfter,
  unknowable,
  type World,
} from '@vaultwright/evm'
import { openWitness, type ProvenState, type WitnessPieces } from '@vaultwright/proof'
import type { ContractRead, ContractReadResult, Reading } from '@vaultwright/protocols'
import { erc20Abi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { gasDefault } from '../analysis/simulation-plan.ts'
import { type DrillStop, stopIn } from './stop.ts'

/** A transaction of a drill. */
export type DrillCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
}

/** The balance that a step is measured by: never by what its calldata says. */
export type MeasuredBalance = { readonly token: Address; readonly holder: Address }

/** The outcome of transactions of one block, one after the other. */
export type DrillRun = {
  /** Base units by which the measured balance rose; 0 if a transaction failed. */
  readonly paid: bigint
  /** The reason that the first one failed; null if all succeeded. */
  readonly stop: DrillStop | null
}

/** A block of a drill: nothing but its number and time is chosen. */
export type DrillBlock = Pick<EvmBlock, 'number' | 'timestamp'>

/** The state on which a drill runs, with a block of its own for each step. */
export type DrillWorld = {
  /** The block of the next step. */
  readonly next: () => DrillBlock
  /** Runs transactions on a branch: nothing of it stays. */
  readonly attempt: (calls: readonly DrillCall[], measure: MeasuredBalance) => Promise<DrillRun>
  /** Runs transactions as the next step; the one after is in a later block. Nothing stays of a step that failed. */
  readonly commit: (calls: readonly DrillCall[], measure: MeasuredBalance) => Promise<DrillRun>
  /** Answers calls at the next block; null if one reverted. */
  readonly ask: (calls: readonly ContractRead[]) => Promise<readonly ContractReadResult[]>
  readonly read: <Found>(reading: Reading<Found>) => Promise<Found>
  readonly balanceOf: (measure: MeasuredBalance) => Promise<bigint>
  /** Lets time pass until a second, if it is later than the next step; blocks pass with it. */
  readonly waitUntil: (atUnix: bigint) => void
  /** A world with the same state and next block, which counts with this one; its steps may all stay in that block. */
  readonly branch: (pace: 'advance' | 'stay') => DrillWorld
  /** The state below, for what changes it before a drill. */
  readonly world: World
  readonly counts: () => DrillCounts
}

/** Work of a drill, and the facts of blocks that its runs rest on and no proof gives. */
export type DrillCounts = {
  readonly simulations: number
  readonly steps: number
  readonly unknowable: readonly BlockFact[]
}

/** The most that one drill may take; beyond it is refused whole. */
export const drillLimits = { steps: 64, simulations: 500, evmMs: 30_000 } as const

/** The state that a drill starts from. */
export type DrillBase = {
  readonly state: ProvenState
  readonly rules: EvmRules
  readonly bring: BringState
}

/**
 * Opens the state that a witness holds, for a drill without a node.
 *
 * @param blockHash - from another source than the witness: all else follows from it.
 * @throws {StateProofError} when the witness is of another block.
 */
export function drillBaseOf(witness: WitnessPieces, blockHash: Hex): DrillBase {
  const state = openWitness(witness, blockHash)
  // Nothing can be brought: a piece that is missing is an error with its place.
  return { state, rules: rulesAfter(state.header, witness), bring: async () => undefined }
}

/** Times of a drill. */
export type DrillClock = {
  /** Seconds between the blocks of two steps. */
  readonly stepSeconds: bigint
  /** Seconds that pass before the first step, beside those between two. */
  readonly delaySeconds: bigint
  /** Milliseconds of a clock that limits the execution. */
  readonly nowMs: () => number
}

const readGas = 50_000_000n

/**
 * Opens the world of a drill after a block.
 *
 * @throws {EvmTimeLimitError} in its runs when the EVM ran for too long, and what bringing state throws.
 */
export async function openDrillWorld(
  base: DrillBase,
  { stepSeconds, delaySeconds, nowMs }: DrillClock,
): Promise<DrillWorld> {
  const { state, rules } = base
  const limit = { mayRunMs: drillLimits.evmMs, clock: nowMs }
  const world = openWorld(state, base.bring, limit)
  await beginBlock(world, rules)
  const work: Work = { simulations: 0, steps: 0, facts: new Set() }
  const { number, timestamp } = state.header
  const first = { number: number + 1n, timestamp: timestamp + stepSeconds + delaySeconds }
  return openOn({ base, work, stepSeconds, pace: 'advance' }, world, first)
}

type Work = { simulations: number; steps: number; readonly facts: Set<BlockFact> }

type Setting = {
  readonly base: Pick<DrillBase, 'rules'>
  readonly work: Work
  readonly stepSeconds: bigint
  readonly pace: 'advance' | 'stay'
}

function openOn(setting: Setting, start: World, first: DrillBlock): DrillWorld {
  const { base, work, stepSeconds, pace } = setting
  let world = start
  let block = first

  const runOn = async (on: World, { from, to, data }: DrillCall, gas: bigint) => {
    const machine = await openMachine(on, base.rules, block)
    const run = await machine.run({ from, to, data, value: 0n, gas }).catch((error: unknown) => {
      throw error instanceof EvmTimeLimitError ? new DrillTooLargeError('evmMs') : error
    })
    for (const fact of machine.asked) if (unknowable.has(fact)) work.facts.add(fact)
    return run
  }
  const askOn = async (on: World, { to, data }: ContractRead): Promise<ContractReadResult> => {
    const run = await runOn(on.branch(), { from: zeroAddress, to, data }, readGas)
    return run.isSuccess ? run.returnData : null
  }
  const balanceOn = async (on: World, { token, holder }: MeasuredBalance): Promise<bigint> => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
    const answer = await askOn(on, { to: token, data })
    if (answer === null || answer.length !== 66) throw new UnmeasuredTokenError(token)
    return BigInt(answer)
  }
  const execute = async (on: World, calls: readonly DrillCall[], measure: MeasuredBalance) => {
    const before = await balanceOn(on, measure)
    for (const call of calls) {
      work.simulations += 1
      if (work.simulations > drillLimits.simulations) throw new DrillTooLargeError('simulations')
      const { trace } = await runOn(on, call, gasDefault)
      const stop = stopIn(trace)
      if (stop !== null) return { paid: 0n, stop }
    }
    return { paid: (await balanceOn(on, measure)) - before, stop: null }
  }
  const ask = async (calls: readonly ContractRead[]) => {
    const answers: ContractReadResult[] = []
    for (const call of calls) answers.push(await askOn(world, call))
    return answers
  }

  return {
    next: () => block,
    attempt: (calls, measure) => execute(world.branch(), calls, measure),
    commit: async (calls, measure) => {
      const on = world.branch()
      const run = await execute(on, calls, measure)
      if (run.stop !== null) return run
      work.steps += 1
      if (work.steps > drillLimits.steps) throw new DrillTooLargeError('steps')
      world = on
      if (pace === 'advance')
        block = { number: block.number + 1n, timestamp: block.timestamp + stepSeconds }
      return run
    },
    ask,
    read: async (reading) => {
      let step = reading.next()
      while (step.done !== true) step = reading.next(await ask(step.value))
      return step.value
    },
    balanceOf: (measure) => balanceOn(world, measure),
    waitUntil: (atUnix) => {
      const seconds = atUnix - block.timestamp
      if (seconds <= 0n) return
      block = { number: block.number + seconds / stepSeconds, timestamp: atUnix }
    },
    branch: (next) => openOn({ ...setting, pace: next }, world.branch(), block),
    get world() {
      return world
    },
    counts: () => ({
      simulations: work.simulations,
      steps: work.steps,
      unknowable: [...work.facts].sort(),
    }),
  }
}

/** A drill needs more than one may take. */
export class DrillTooLargeError extends BaseError {
  override readonly code = 'drill_too_large'
  override readonly kind = 'unsupported'

  constructor(what: keyof typeof drillLimits) {
    const words = {
      steps: `${drillLimits.steps} steps`,
      simulations: `${drillLimits.simulations} simulations`,
      evmMs: `${drillLimits.evmMs / 1_000} seconds of execution`,
    }
    super({
      message: `The drill takes more than ${words[what]}: it is refused whole. Ask for less, such as the matured requests of one asset.`,
      facts: { what, limit: drillLimits[what] },
    })
  }
}

/** A token does not say what an account has: nothing it pays can be measured. */
class UnmeasuredTokenError extends BaseError {
  override readonly code = 'token_unmeasured'
  override readonly kind = 'unsupported'

  constructor(token: Address) {
    super({
      message: `${token} does not say its balances, so a drill cannot measure what it pays.`,
      facts: { token },
    })
  }
}
