import { type Address, type Hex, memoize, openLruMap, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import {
  type Execution,
  type SimulationAnalysis,
  type SimulationRequest,
  type StateRead,
  startAnalysis,
} from '@vaultwright/outcome'
import type { Chain } from '../port/chain.ts'
import { isRecorded } from '../rpc/recording.ts'
import type { Rpc } from '../rpc/rpc.ts'

/**
 * The probable reads of a simulation, made with the first questions: addresses alone, and never an
 * answer. A wrong guess costs a round trip and changes no result.
 */
export type SimulationGuess = {
  /** The reads before and after the transaction, the most probable first. */
  readonly readings: readonly StateRead[]
  /** True if the state's difference is needed. */
  readonly needsDiff: boolean
  /** True if an access list is needed, of a node without traces. */
  readonly needsAccessList: boolean
  /** The Manager behind the target that is asked for its vault; null for none. */
  readonly manager: Address | null
}

/** The reads of a simulation after its first questions. */
export type FollowUp = Pick<SimulationGuess, 'needsDiff' | 'needsAccessList' | 'manager'>

type GuessingEngine = 'node' | 'fork'
/** The reads of simulations whose calldata names the same accounts. */
type RememberedList = { readonly shape: Hex; readonly readings: readonly StateRead[] }
type TargetMemory = FollowUp & {
  readonly vault: Address | null
  /** The last first. */
  readonly lists: readonly RememberedList[]
}

/** A guess of nothing: what is to be read is asked for once the transaction has run. */
export const noGuess: SimulationGuess = {
  readings: [],
  needsDiff: false,
  needsAccessList: false,
  manager: null,
}

/** Targets that are remembered of one node. */
const targetLimit = 128
/** Lists of a target, and readings of them together. */
const listLimit = 8
const readingLimit = 192
/** Readings that are guessed beyond those of the last simulation of such calldata. */
const guessLimit = 48
/** Longer lists are not guessed: twice their gas is more than a block may have. */
const longestList = 96
/** An account has not so many leading zeros, and an amount has. */
const amountBits = 112n

/** By node, so that nothing that one node answered makes another one be asked. */
const memoryOf = memoize((_rpc: Rpc) =>
  openLruMap<string, TargetMemory>({ maxEntries: targetLimit }),
)

/**
 * Guesses from the last simulations of the same target, and from the accounts in the calldata.
 *
 * @param request - with checksums: as `withChecksums` of `outcome` spells it.
 * @param engine - each remembers its own.
 * @returns at most 96 readings; `noGuess` where the target was not simulated before, or answers are recorded.
 */
export function guessOf(
  chain: Pick<Chain, 'id' | 'rpc'>,
  request: SimulationRequest,
  engine: GuessingEngine,
): SimulationGuess {
  // A recording has no answers to questions that depend on what was asked before.
  if (isRecorded(chain.rpc)) return noGuess
  const memory = memoryOf(chain.rpc).get(keyOf(chain, request, engine))
  // Without what a Manager always touches, the accounts in the calldata are never all that is read.
  if (memory === undefined) return noGuess
  const shape = shapeOf(request.data)
  const [last] = memory.lists
  const { readings: likely } = memory.lists.find((list) => list.shape === shape) ?? last!
  const readings = uniqueOf([
    ...likely,
    ...plannedReadings(request, memory),
    // A fork fetches what it reads from its node, which costs more than the round trip that a guess saves.
    ...(engine === 'node' ? memory.lists.flatMap((list) => list.readings) : []),
  ])
  const { needsDiff, needsAccessList, manager } = memory
  const limit = Math.max(guessLimit, likely.length)
  return { readings: readings.slice(0, limit), needsDiff, needsAccessList, manager }
}

/** Remembers what a simulation read: nothing of what its calls ask for, or of what was answered. */
export function rememberGuess(
  chain: Pick<Chain, 'id' | 'rpc'>,
  engine: GuessingEngine,
  { analysis, followUp }: { readonly analysis: SimulationAnalysis; readonly followUp: FollowUp },
): void {
  const { request, readings, vault, execution } = analysis
  // What reverted reads nothing, and says nothing of what the next one reads.
  if (!execution.isSuccess || readings.length > longestList) return
  const memory = memoryOf(chain.rpc)
  const key = keyOf(chain, request, engine)
  const shape = shapeOf(request.data)
  const otherLists = (memory.get(key)?.lists ?? []).filter((list) => list.shape !== shape)
  const { needsDiff, needsAccessList, manager } = followUp
  const lists = boundedOf([{ shape, readings }, ...otherLists])
  memory.set(key, { needsDiff, needsAccessList, manager, vault, lists })
}

/** Names a reading by what is asked. */
export function questionOf({ to, data }: Pick<StateRead, 'to' | 'data'>): string {
  return `${to} ${data}`.toLowerCase()
}

/** The reads that the batch shows without having run: accounts in the calldata, and approvals. */
function plannedReadings(
  request: SimulationRequest,
  { vault, needsAccessList }: TargetMemory,
): readonly StateRead[] {
  const planned: Execution = {
    isSuccess: true,
    returnData: '0x',
    halt: null,
    gasUsed: 0n,
    logs: [],
    trace: null,
    diff: null,
    nativeMoves: [],
    touched: [],
  }
  const { readings } = startAnalysis(request, vault, planned)
  // A node that names no account of the transaction is asked about every word that may be an account.
  return needsAccessList ? readings : readings.filter(({ to }) => isAccount(to.slice(2)))
}

function keyOf(
  { id }: Pick<Chain, 'id'>,
  { to }: SimulationRequest,
  engine: GuessingEngine,
): string {
  return `${engine} ${id} ${to}`
}

function uniqueOf(readings: readonly StateRead[]): readonly StateRead[] {
  return [...new Map(readings.map((reading) => [questionOf(reading), reading])).values()]
}

/** The first lists, so many and so long together. */
function boundedOf(lists: readonly RememberedList[]): readonly RememberedList[] {
  let count = 0
  const recent = lists.slice(0, listLimit)
  const end = recent.findIndex(({ readings }) => {
    count += readings.length
    return count > readingLimit
  })
  return end < 0 ? recent : recent.slice(0, end)
}

/** The called function of the target, and the accounts its calldata names. */
function shapeOf(data: Hex): Hex {
  const words = data.slice(10).match(/0{24}[0-9a-f]{40}/gi) ?? []
  const accounts = words.map((word) => word.slice(24)).filter(isAccount)
  const text = [data.slice(0, 10), ...accounts].join(' ').toLowerCase()
  return printHex(keccak256(new TextEncoder().encode(text)))
}

function isAccount(digits: string): boolean {
  return BigInt(`0x${digits}`) >> amountBits > 0n
}
