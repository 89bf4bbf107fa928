import { type Address, BaseError, type Hex, zeroAddress } from '@vaultwright/base'
import { assertProvable, rulesAfter, slotsBegunWith } from '@vaultwright/evm'
import {
  bulkCallOf,
  type ProvenSimulation,
  readerOverrides,
  type SimulationRequest,
  type StateRead,
  simulatedBlockOf,
  simulateProven,
  withChecksums,
} from '@vaultwright/outcome'
import { openProvenState, type ProvenState } from '@vaultwright/proof'
import type { Chain } from '../port/chain.ts'
import { headerCall } from '../read/block.ts'
import { printQuantity } from '../rpc/answer.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { blockOf, printBlockOverrides } from '../simulation/simulation-plan.ts'
import { headerRlpIn } from './header-rlp.ts'
import {
  type HintKind,
  hintCallsOf,
  hintIn,
  hintOfWarm,
  joinHints,
  type PinnedRequest,
  type WarmHint,
} from './hint.ts'
import { OverridesNotProvenError } from './no-proofs-error.ts'
import { openStateSource, type ProvenCounts, type StateSource } from './proven-source.ts'
import { type Hint, type ProofLimits, proofLimits } from './wanted.ts'

/** Options of a proven simulation. */
export type ProvenOptions = {
  /** The rules of the EVM by name; those of the chain's table when not given. */
  readonly hardfork?: string
  /**
   * The source of a hint at the state the transaction will use: a trace, or an access list if the
   * node has no traces; an access list, or a trace if the node has no lists; or neither. `list`
   * when not given, `none` with `warm`: the trace of a call in a loop takes a node gigabytes, and a
   * list takes none.
   */
  readonly hint?: HintKind
  /** The state that an earlier run of the same batch read: two round trips, then, and no `debug` method. */
  readonly warm?: WarmHint
  /** `proofLimits` when not given. */
  readonly limits?: ProofLimits
  /** Milliseconds that the EVM may run, in all; `evmTimeDefault` when not given. Waiting for the node does not count. */
  readonly mayRunMs?: number
}

/** The time the EVM may run for one simulation, milliseconds. */
export const evmTimeDefault = 5_000

/** The part of a chain that a simulation on proven state needs. */
export type ProvenChain = Pick<Chain, 'id' | 'rpc' | 'readBlock'>

/** A proven simulation, and what it took from the node. */
export type ProvenAnswer = ProvenSimulation & {
  readonly counts: ProvenCounts
  /** Heads whose proofs the node did not have any more; a newer one took their place. */
  readonly passedHeads: readonly bigint[]
}

/** The number of times a newer head is taken when the node has no proofs of the one before. */
const newerHeads = 3

/**
 * Simulates a transaction in this process, on state that is proven from the hash of a block. The node gives
 * bytes; whether they are the block's, their hashes say.
 *
 * @throws {StateProofError} when what the node gives does not follow from the block's hash.
 * @throws {ChainNotProvableError} before the node is asked anything.
 * @throws {NoProofsError} {ProofLimitError} {UnknownHardforkError} {HeaderNotUnderstoodError}
 * @throws {EvmTimeLimitError}
 */
export async function simulateProvenOn(
  chain: ProvenChain,
  request: SimulationRequest,
  options: ProvenOptions = {},
): Promise<ProvenAnswer> {
  const { overrides = {}, ...callRequest } = withChecksums(request)
  if (Object.keys(overrides).length > 0) throw new OverridesNotProvenError()
  assertProvable(chain.id)
  const passedHeads: bigint[] = []
  for (;;) {
    const block = await blockOf(chain, callRequest)
    try {
      return { ...(await simulateAt(chain, { ...callRequest, block }, options)), passedHeads }
    } catch (error) {
      if (!takesNewerHead(error, request, passedHeads)) throw error
      passedHeads.push(block.number)
    }
  }
}

/** Tells whether a node that has no proofs of its head any more is asked about a newer one: three times at most. */
export function takesNewerHead(
  error: unknown,
  { block = 'latest' }: SimulationRequest,
  passedHeads: readonly bigint[],
): boolean {
  // It may come from another thread, which leaves nothing of its class.
  const isGone =
    error instanceof BaseError && error.code === 'no_proofs' && error.facts.isGone === true
  return isGone && block === 'latest' && passedHeads.length < newerHeads
}

async function simulateAt(
  chain: ProvenChain,
  request: PinnedRequest,
  options: ProvenOptions,
): Promise<Omit<ProvenAnswer, 'passedHeads'>> {
  const { hardfork, warm, mayRunMs = evmTimeDefault, limits = proofLimits } = options
  const { hint: hintKind = warm === undefined ? 'list' : 'none' } = options
  const { rpc } = chain
  const { block } = request
  const hintCalls = hintCallsOf(request, hintKind)
  const blockCall = headerCall(block.hash)
  const [header, hintAnswer] = await rpc.ask([blockCall, ...hintCalls])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const rules = rulesAfter(state.header, { chainId: chain.id, hardfork: hardfork ?? null })
  const source = openStateSource(rpc, state, limits)
  const isAnswered = hintKind === 'none' || hintAnswer?.ok === true
  const isTraced = (hintKind === 'trace') === isAnswered && hintKind !== 'none'
  const usable = isAnswered
    ? hintIn(hintAnswer, hintKind, limits)
    : await otherHint(rpc, request, { kind: hintKind === 'trace' ? 'list' : 'trace', limits })
  const hint = warm === undefined ? usable : joinHints([hintOfWarm(warm), usable])
  for (const name of [request.from, request.to, zeroAddress].map(lowerCase)) {
    if (!hint.wanted.has(name)) hint.wanted.set(name, new Set())
  }
  for (const { account, slot } of slotsBegunWith(state.header, rules)) {
    const name = lowerCase(account)
    hint.wanted.set(name, new Set(hint.wanted.get(name)).add(slot))
  }
  await source.bring(hint)
  const context = { rpc, state, source, request, limits }
  const beforeReads = isTraced
    ? (reads: readonly StateRead[]) => bringReads(context, reads)
    : undefined
  const limit = { mayRunMs, clock: () => performance.now() }
  const shell = {
    bring: source.fetch,
    limit,
    ...(beforeReads === undefined ? {} : { beforeReads }),
  }
  const proven = await simulateProven(state, rules, { request, source: shell })
  return { ...proven, counts: source.counts() }
}

type BringContext = {
  readonly rpc: Rpc
  readonly state: ProvenState
  readonly source: StateSource
  readonly request: PinnedRequest
  readonly limits: ProofLimits
}

/** Many nodes have no traces, and access lists; a few have it the other way. */
async function otherHint(
  rpc: Rpc,
  request: PinnedRequest,
  { kind, limits }: { readonly kind: HintKind; readonly limits: ProofLimits },
): Promise<Hint> {
  const [answer] = await rpc.ask(hintCallsOf(request, kind))
  return hintIn(answer, kind, limits)
}

/** Asks a trace which state the reads of balances will use, and brings what is not there. */
async function bringReads(
  { rpc, state, source, request, limits }: BringContext,
  reads: readonly StateRead[],
): Promise<void> {
  const gas = printQuantity(1_000_000n + 400_000n * BigInt(reads.length))
  const call = { from: zeroAddress, ...bulkCallOf(reads), gas, gasPrice: '0x0' }
  const options = {
    tracer: 'prestateTracer',
    stateOverrides: readerOverrides,
    blockOverrides: printBlockOverrides(simulatedBlockOf(request, request.block)),
  }
  const tag = { blockHash: request.block.hash }
  const [answer] = await rpc.ask([{ method: 'debug_traceCall', params: [call, tag, options] }])
  const hint = hintIn(answer, 'trace', limits)
  const readers = new Set(Object.keys(readerOverrides).map(lowerCase))
  const unread = [...hint.wanted].flatMap(([name, slots]): [Address, Set<Hex>][] => {
    const missing = [...slots].filter((slot) => !state.reads.slots.has(`${name} ${slot}`))
    const isThere = missing.length === 0 && state.reads.accounts.has(name)
    return isThere || readers.has(name) ? [] : [[name, new Set(missing)]]
  })
  await source.bring({ wanted: new Map(unread), codes: hint.codes })
}

function lowerCase(name: string): Address {
  return name.toLowerCase() as Address
}
