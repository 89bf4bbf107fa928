import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { rulesAfter } from '@vaultwright/evm'
import {
  type BlockRef,
  bulkCallOf,
  type ProvenRequest,
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
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { blockOf, printBlockOverrides, printTransaction } from '../simulation/simulation-plan.ts'
import { headerRlpIn } from './header-rlp.ts'
import { NoProofsError, OverridesNotProvenError } from './no-proofs-error.ts'
import { openStateSource, type ProvenCounts, type StateSource } from './proven-source.ts'
import { type Hint, hintOfAccessList, hintOfTrace } from './wanted.ts'

/** How a proven simulation asks its node. */
export type ProvenOptions = {
  /** The rules of the EVM by name; those of the chain's table when not given. */
  readonly hardfork?: string
  /** Whom to ask which state the transaction will use: a trace, an access list, or neither. `trace` when not given. */
  readonly hint?: 'trace' | 'list' | 'none'
}

/** A proven simulation, and what it took from the node. */
export type ProvenAnswer = ProvenSimulation & { readonly counts: ProvenCounts }

/** How often a newer head is taken when the node has no proofs of the one before. */
const newerHeads = 3

/**
 * Simulates a transaction in this process, on state that is proven from the hash of a block. The node gives
 * bytes; whether they are the block's, their hashes say.
 *
 * @throws {StateProofError} when what the node gives does not follow from the block's hash.
 * @throws {NoProofsError} {ProofLimitError} {UnknownHardforkError} {HeaderNotUnderstoodError}
 */
export async function simulateProvenOn(
  chain: Chain,
  request: SimulationRequest,
  options: ProvenOptions = {},
): Promise<ProvenAnswer> {
  const { overrides = {}, ...rest } = withChecksums(request)
  if (Object.keys(overrides).length > 0) throw new OverridesNotProvenError()
  const isHead = rest.block === undefined || rest.block === 'latest'
  for (let tries = 1; ; tries++) {
    const block = await blockOf(chain, rest)
    try {
      return await simulateAt(chain, { ...rest, block }, options)
    } catch (error) {
      const mayMove = isHead && error instanceof NoProofsError && error.isGone
      if (!mayMove || tries === newerHeads) throw error
    }
  }
}

type PinnedRequest = ProvenRequest & { readonly block: BlockRef }

async function simulateAt(
  chain: Chain,
  request: PinnedRequest,
  { hardfork = undefined, hint: hintKind = 'trace' }: ProvenOptions,
): Promise<ProvenAnswer> {
  const { rpc } = chain
  const { block } = request
  const hintCalls = hintCallsOf(request, hintKind)
  const blockCall = headerCall(block.hash)
  const [header, hintAnswer] = await rpc.ask([blockCall, ...hintCalls])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const rules = rulesAfter(state.header, { chainId: chain.id, hardfork: hardfork ?? null })
  const source = openStateSource(rpc, state)
  const hint = hintIn(hintAnswer, hintKind)
  for (const name of [request.from, request.to, zeroAddress].map(lowerCase)) {
    if (!hint.wanted.has(name)) hint.wanted.set(name, new Set())
  }
  await source.bring(hint)
  const beforeReads =
    hintKind === 'trace'
      ? (reads: readonly StateRead[]) => bringReads({ rpc, state, source, request }, reads)
      : undefined
  const shell = { bring: source.fetch, ...(beforeReads === undefined ? {} : { beforeReads }) }
  const proven = await simulateProven(state, rules, { request, source: shell })
  return { ...proven, counts: source.counts() }
}

type BringContext = {
  readonly rpc: Rpc
  readonly state: ProvenState
  readonly source: StateSource
  readonly request: PinnedRequest
}

/** Asks a trace which state the reads of balances will use, and brings what is not there. */
async function bringReads(
  { rpc, state, source, request }: BringContext,
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
  const hint = hintIn(answer, 'trace')
  const readers = new Set(Object.keys(readerOverrides).map(lowerCase))
  const wanted = [...hint.wanted].flatMap(([name, slots]): [Address, Set<Hex>][] => {
    const missing = [...slots].filter((slot) => !state.reads.slots.has(`${name} ${slot}`))
    const isThere = missing.length === 0 && state.reads.accounts.has(name)
    return isThere || readers.has(name) ? [] : [[name, new Set(missing)]]
  })
  await source.bring({ wanted: new Map(wanted), codes: hint.codes })
}

function hintCallsOf(
  request: PinnedRequest,
  kind: NonNullable<ProvenOptions['hint']>,
): readonly RpcCall[] {
  const transaction = printTransaction(request)
  const tag = { blockHash: request.block.hash }
  const blockOverrides = printBlockOverrides(simulatedBlockOf(request, request.block))
  const tracer = { tracer: 'prestateTracer', blockOverrides }
  switch (kind) {
    case 'trace':
      return [{ method: 'debug_traceCall', params: [transaction, tag, tracer] }]
    case 'list':
      return [{ method: 'eth_createAccessList', params: [transaction, tag] }]
    case 'none':
      return []
  }
}

function hintIn(answer: RpcAnswer | undefined, kind: NonNullable<ProvenOptions['hint']>): Hint {
  const value = answer?.ok === true ? answer.value : null
  return kind === 'list' ? hintOfAccessList(value) : hintOfTrace(value)
}

function lowerCase(name: string): Address {
  return name.toLowerCase() as Address
}
