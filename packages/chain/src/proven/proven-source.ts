import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import { keccak256 } from '@vaultwright/merkle'
import {
  emptyCodeHash,
  type ProvenState,
  type StatePlace,
  StateProofError,
} from '@vaultwright/proof'
import Type from 'typebox'
import { bytes, parseAnswer, printQuantity, readBytes } from '../rpc/answer.ts'
import { HistoryPrunedError, refusalErrorOf, refusalKind } from '../rpc/refusal.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { headerRlpIn } from './header-rlp.ts'
import { NoProofsError } from './no-proofs-error.ts'
import {
  type Hint,
  ProofLimitError,
  type ProofPart,
  proofLimits,
  proofPartsOf,
  type WantedState,
} from './wanted.ts'

const readProofAnswer = readerOf(
  Type.Object({
    accountProof: Type.Array(bytes),
    storageProof: Type.Array(Type.Object({ key: Type.String(), proof: Type.Array(bytes) })),
  }),
)

/** What was asked of a node for one simulation. */
export type ProvenCounts = { readonly fetchedOneByOne: number; readonly proofBytes: number }

/** Brings proven state from a node. Only bytes that hash to what the state names are taken. */
export type StateSource = {
  /** Brings accounts, slots and the codes that a hint does not have, in one round trip. */
  readonly bring: (hint: Hint) => Promise<void>
  /** Brings accounts and slots without codes, in one round trip. */
  readonly bringProofs: (wanted: WantedState) => Promise<void>
  /** Brings one missing piece. */
  readonly fetch: (missing: StatePlace) => Promise<void>
  readonly counts: () => ProvenCounts
}

/** Opens a source of the state after a block. */
export function openStateSource(rpc: Rpc, state: ProvenState): StateSource {
  const tag = printQuantity(state.header.number)
  let oneByOne = 0
  let proofBytes = 0

  const takeNodes = (nodes: readonly Hex[]) => {
    for (const node of nodes) {
      proofBytes += (node.length - 2) / 2
      state.addNode(parseHex(node))
    }
    if (proofBytes > proofLimits.proofBytes) throw new ProofLimitError('proofBytes')
  }

  const takeProof = (
    { account, slots }: ProofPart,
    call: RpcCall,
    answer: RpcAnswer | undefined,
  ) => {
    const proof = parseProof(call, answer, state)
    takeNodes(proof.accountProof)
    if (state.peek.account(account) === undefined) throw incomplete({ account })
    for (const [index, slot] of slots.entries()) {
      takeNodes(proof.storageProof[index]?.proof ?? [])
      if (state.peek.slot(account, slot) === undefined) throw incomplete({ account, slot })
    }
  }

  const takeCode = (account: Address, call: RpcCall, answer: RpcAnswer | undefined) => {
    const code = parseHex(parseAnswer(readBytes, call, answer))
    const codeHash = printHex(keccak256(code))
    const expected = state.peek.account(account)?.codeHash ?? emptyCodeHash
    if (codeHash !== expected) {
      throw new StateProofError({ account }, `its code hashes to ${codeHash}, not to ${expected}`)
    }
    state.addCode(code)
  }

  const askFor = async (wanted: WantedState, codeOwners: readonly Address[]) => {
    const parts = proofPartsOf(wanted)
    const proofCalls = parts.map(({ account, slots }) => ({
      method: 'eth_getProof',
      params: [account, slots, tag],
    }))
    const codeCalls = codeOwners.map((account) => ({
      method: 'eth_getCode',
      params: [account, tag],
    }))
    const calls = [...proofCalls, ...codeCalls]
    if (calls.length === 0) return
    const answers = await rpc.ask(calls)
    for (const [index, part] of parts.entries()) takeProof(part, calls[index]!, answers[index])
    for (const [index, account] of codeOwners.entries()) {
      takeCode(account, codeCalls[index]!, answers[parts.length + index])
    }
  }

  /** Headers from the oldest that is there down to the one after a block, so that its hash follows. */
  const fetchHeaders = async (number: bigint) => {
    const oldest = state.header.number - BigInt(state.ancestorCount())
    const count = Number(oldest - number) - 1
    const calls = Array.from({ length: count }, (_, index) => ({
      method: 'eth_getBlockByNumber',
      params: [printQuantity(oldest - 1n - BigInt(index)), false],
    }))
    const answers = await rpc.ask(calls)
    for (const [index, call] of calls.entries()) {
      const number = oldest - 1n - BigInt(index)
      state.addAncestor(headerRlpIn({ number }, call, answers[index]))
    }
  }

  return {
    bring: async ({ wanted, codes }) => {
      const hashes = new Set(codes.map((code) => state.addCode(code)))
      const isHinted = hashes.size > 0
      await askFor(
        wanted,
        isHinted ? [] : [...wanted.keys()].filter((name) => BigInt(name) > 0xffffn),
      )
    },
    bringProofs: (wanted) => askFor(wanted, []),
    fetch: async ({ account, slot, codeHash, block }) => {
      oneByOne++
      if (oneByOne > proofLimits.fetchedOneByOne) throw new ProofLimitError('fetchedOneByOne')
      if (state.reads.accounts.size > proofLimits.accounts) throw new ProofLimitError('accounts')
      if (state.reads.slots.size > proofLimits.slots) throw new ProofLimitError('slots')
      if (block !== undefined) return fetchHeaders(block)
      if (account === undefined) return
      if (codeHash !== undefined) return askFor(new Map(), [account])
      await askFor(new Map([[account, new Set(slot === undefined ? [] : [slot])]]), [])
    },
    counts: () => ({ fetchedOneByOne: oneByOne, proofBytes }),
  }
}

function parseProof(call: RpcCall, answer: RpcAnswer | undefined, state: ProvenState) {
  if (answer?.ok === false) {
    const kind = refusalKind(call.method, answer.error)
    const cause = refusalErrorOf(call.method, answer.error)
    const isGone =
      kind === 'pruned' || kind === 'unknown_block' || cause instanceof HistoryPrunedError
    if (isGone || kind === 'unsupported' || kind === 'invalid') {
      throw new NoProofsError(state.header.number, { isGone, cause })
    }
  }
  return parseAnswer(readProofAnswer, call, answer)
}

function incomplete(place: StatePlace): StateProofError {
  return new StateProofError(place, "the node's proof does not lead there")
}
