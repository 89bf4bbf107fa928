import { type Address, type Hex, parseHex } from '@vaultwright/base'
import {
  type BlockRef,
  type ProvenRequest,
  type ProvenSimulation,
  simulatedBlockOf,
} from '@vaultwright/outcome'
import { printQuantity } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { printBlockOverrides, printTransaction } from '../simulation/simulation-plan.ts'
import {
  type Hint,
  hintOfAccessList,
  hintOfTrace,
  joinWanted,
  type ProofLimits,
  type WantedState,
} from './wanted.ts'

/** The source of a hint at the state a transaction will use. */
export type HintKind = 'trace' | 'list' | 'none'

/** A request at a block that is pinned. */
export type PinnedRequest = ProvenRequest & { readonly block: BlockRef }

/**
 * The state that an earlier run read: asked for at once, it makes a run of the same batch take two
 * round trips, without any `debug` method. It is never believed.
 */
export type WarmHint = {
  readonly accounts: readonly Address[]
  readonly slots: readonly { readonly account: Address; readonly slot: Hex }[]
  /** Taken where an account still has them, by their hash. */
  readonly codes: readonly Hex[]
}

/** Takes from a run what a later one of the same batch, or of the same reading, will read. */
export function warmHintOf({
  reads,
  witness,
}: Pick<ProvenSimulation, 'reads'> & { readonly witness: Pick<WarmHint, 'codes'> }): WarmHint {
  const slots = [...reads.slots].map((id) => {
    const [account, slot] = id.split(' ') as [Address, Hex]
    return { account, slot }
  })
  return { accounts: [...reads.accounts], slots, codes: witness.codes }
}

/** Turns what an earlier run read into what is asked for. */
export function hintOfWarm({ accounts, slots, codes }: WarmHint): Hint {
  const state: WantedState = new Map(accounts.map((name) => [name, new Set<Hex>()]))
  for (const { account, slot } of slots) {
    state.set(account, new Set(state.get(account)).add(slot))
  }
  return { wanted: state, codes: codes.map((code) => parseHex(code)) }
}

/** Makes the questions of a hint. */
export function hintCallsOf(request: PinnedRequest, kind: HintKind): readonly RpcCall[] {
  const transaction = printTransaction(request)
  const tag = { blockHash: request.block.hash }
  const blockOverrides = printBlockOverrides(simulatedBlockOf(request, request.block))
  const tracer = { tracer: 'prestateTracer', blockOverrides }
  switch (kind) {
    case 'trace':
      return [{ method: 'debug_traceCall', params: [transaction, tag, tracer] }]
    case 'list':
      return [
        {
          method: 'eth_createAccessList',
          params: [transaction, printQuantity(request.block.number)],
        },
      ]
    case 'none':
      return []
  }
}

/** Reads a node's hint. @throws {ProofLimitError} when it names more than may be asked for. */
export function hintIn(answer: RpcAnswer | undefined, kind: HintKind, limits: ProofLimits): Hint {
  const value = answer?.ok === true ? answer.value : null
  return kind === 'list' ? hintOfAccessList(value, limits) : hintOfTrace(value, limits)
}

/** Joins hints: what any of them names is asked for. */
export function joinHints(hints: readonly Hint[]): Hint {
  return {
    wanted: joinWanted(hints.map(({ wanted }) => wanted)),
    codes: hints.flatMap(({ codes }) => codes),
  }
}
