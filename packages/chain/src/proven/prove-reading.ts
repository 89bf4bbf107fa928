import { type Address, zeroAddress } from '@vaultwright/base'
import { assertProvable, rulesAfter } from '@vaultwright/evm'
import {
  type BlockRef,
  openProvenReader,
  type ProvenReadingRun,
  runProvenReading,
} from '@vaultwright/outcome'
import {
  openProvenState,
  type ProvenState,
  piecesOf,
  type StateReads,
  type WitnessPieces,
} from '@vaultwright/proof'
import type { ContractRead, Reading } from '@vaultwright/protocols'
import { headerCall } from '../read/block.ts'
import { headerRlpIn } from './header-rlp.ts'
import { hintCallsOf, hintIn, hintOfWarm, joinHints, type WarmHint } from './hint.ts'
import { openStateSource, type ProvenCounts } from './proven-source.ts'
import type { ProvenChain } from './simulate-proven-on.ts'
import { type ProofLimits, proofLimits, type WantedState } from './wanted.ts'

/** Options of a proven reading. */
type ProveReadingOptions = {
  readonly block: BlockRef
  /** The rules of the EVM by name; those of the chain's table when not given. */
  readonly hardfork?: string
  /** The state that an earlier run of the same reading used: two round trips then, if it reads the same. */
  readonly warm?: WarmHint
  /** `proofLimits` when not given. */
  readonly limits?: ProofLimits
  /** Milliseconds that the EVM may run for all of it; `readingTimeDefault` when not given. */
  readonly mayRunMs?: number
}

/** A reading that was executed on proven state, and what it used of it: enough to run it again offline. */
export type ProvenReading<Found> = ProvenReadingRun<Found> & {
  readonly witness: WitnessPieces
  readonly reads: StateReads
  readonly counts: ProvenCounts
}

/** The time the EVM may run for one reading, milliseconds: it is hundreds of calls. */
const readingTimeDefault = 60_000

/**
 * Runs a reading in this process, on state that is proven from a block's hash: every reader of positions, prices and
 * supplies answers what `eth_call` answers at that block, and nothing of it is the node's word.
 *
 * @throws {StateProofError} when what the node gives does not follow from the block's hash.
 * @throws {ChainNotProvableError} before the node is asked anything.
 * @throws {NoProofsError} {ProofLimitError} {UnknownHardforkError} {HeaderNotUnderstoodError} {EvmTimeLimitError}
 */
export async function proveReading<Found>(
  { id, rpc }: Pick<ProvenChain, 'id' | 'rpc'>,
  reading: Reading<Found>,
  options: ProveReadingOptions,
): Promise<ProvenReading<Found>> {
  assertProvable(id)
  const { block, hardfork, warm, limits = proofLimits, mayRunMs = readingTimeDefault } = options
  const blockCall = headerCall(block.hash)
  const [header] = await rpc.ask([blockCall])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const rules = rulesAfter(state.header, { chainId: id, hardfork: hardfork ?? null })
  const source = openStateSource(rpc, state, limits)
  if (warm !== undefined) await source.bring(hintOfWarm(warm))

  /** Asks which state the calls of a round use, and brings what is not there: two round trips a round. */
  const prepare = async (round: readonly ContractRead[]) => {
    // A node cannot say what a call reads after a donation: that is fetched as it is needed.
    const calls = round.filter(({ after }) => after === undefined)
    if (warm !== undefined || calls.length === 0) return
    const lists = calls.flatMap((call) =>
      hintCallsOf({ from: zeroAddress, ...call, block }, 'list'),
    )
    const answers = await rpc.ask(lists)
    const { wanted: usedState } = joinHints(answers.map((answer) => hintIn(answer, 'list', limits)))
    for (const name of [zeroAddress, ...calls.map(({ to }) => to)].map(lowerCase))
      usedState.set(name, usedState.get(name) ?? new Set())
    const missing = missingIn(state, usedState)
    const owners = [...missing.keys()].filter(
      (name) => BigInt(name) > 0xffffn && state.peek.account(name) === undefined,
    )
    await source.bringParts(missing, owners)
  }
  const limit = { mayRunMs, clock: () => performance.now() }
  const reader = openProvenReader(state, rules, { bring: source.fetch, limit })
  const run = await runProvenReading(reading, reader, prepare)
  return { ...run, witness: piecesOf(state, rules), reads: state.reads, counts: source.counts() }
}

/** Leaves out the accounts and slots that are there. */
function missingIn(state: ProvenState, wanted: WantedState): WantedState {
  const missing: WantedState = new Map()
  for (const [account, slots] of wanted) {
    const isThere = state.peek.account(account) !== undefined
    const absent = [...slots].filter((slot) => state.peek.slot(account, slot) === undefined)
    if (!isThere || absent.length > 0) missing.set(account, new Set(absent))
  }
  return missing
}

function lowerCase(name: Address): Address {
  return name.toLowerCase() as Address
}
