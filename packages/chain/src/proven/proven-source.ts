import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import { keccak256 } from '@vaultwright/merkle'
import { emptyCodeHash, type ProvenState, StateProofError, type StateRef } from '@vaultwright/proof'
import Type from 'typebox'
import { bytes, parseAnswer, printQuantity, readBytes } from '../rpc/answer.ts'
import { HistoryPrunedError, refusalErrorOf, refusalKind } from '../rpc/refusal.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { headerRlpIn } from './header-rlp.ts'
import { NoProofsError } from './no-proofs-error.ts'
import {
  cutPart,
  type Hint,
  ProofLimitError,
  type ProofLimits,
  type ProofPart,
  proofLimits,
  proofPartsOf,
  slotsAtOnce,
  type WantedState,
} from './wanted.ts'

const readProofAnswer = readerOf(
  Type.Object({
    accountProof: Type.Array(bytes),
    storageProof: Type.Array(
      Type.Object({ value: Type.Optional(Type.Unknown()), proof: Type.Array(bytes) }),
    ),
  }),
)

/** The counts of requests to a node for one simulation. */
export type ProvenCounts = {
  readonly fetchedOneByOne: number
  readonly proofBytes: number
  /** Values beside proofs that the proofs contradict: the proofs count, and some honest nodes have such a mistake. */
  readonly wrongValues: number
}

/** Brings proven state from a node. Only bytes that hash to what the state names are taken. */
export type StateSource = {
  /** Brings accounts, slots and the codes that a hint does not have, in one round trip. */
  readonly bring: (hint: Hint) => Promise<void>
  /** Brings accounts and slots, and the codes of some accounts, in one round trip. */
  readonly bringParts: (wanted: WantedState, codeOwners: readonly Address[]) => Promise<void>
  /** Brings accounts and slots without codes, in one round trip. */
  readonly bringProofs: (wanted: WantedState) => Promise<void>
  /** Brings one missing piece. */
  readonly fetch: (missing: StateRef) => Promise<void>
  readonly counts: () => ProvenCounts
}

/** Opens a source of the state after a block. */
export function openStateSource(
  rpc: Rpc,
  state: ProvenState,
  limits: ProofLimits = proofLimits,
): StateSource {
  const tag = printQuantity(state.header.number)
  const requestedAccounts = new Set<Address>()
  const requestedSlots = new Set<string>()
  let atOnce = slotsAtOnce
  let oneByOne = 0
  let proofBytes = 0
  let wrongValues = 0

  const assertWithin = (what: keyof ProofLimits, count: number) => {
    if (count > limits[what]) throw new ProofLimitError(what, limits[what])
  }

  /** Counts the requested state, so that too much is not requested. */
  const countWanted = (wanted: WantedState) => {
    for (const [account, slots] of wanted) {
      requestedAccounts.add(account)
      for (const slot of slots) requestedSlots.add(`${account} ${slot}`)
      assertWithin('slots', requestedSlots.size)
    }
    assertWithin('accounts', requestedAccounts.size)
  }

  const takeNodes = (nodes: readonly Hex[]) => {
    for (const node of nodes) proofBytes += (node.length - 2) / 2
    assertWithin('proofBytes', proofBytes)
    for (const node of nodes) state.addNode(parseHex(node))
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
      const entry = proof.storageProof[index]
      takeNodes(entry?.proof ?? [])
      const word = state.peek.slot(account, slot)
      if (word === undefined) throw incomplete({ account, slot })
      if (entry?.value !== undefined && !isWord(entry.value, word)) wrongValues++
    }
  }

  /** A node that does not take so many slots at once is asked for half of them, from now on. */
  const askProofs = async (parts: readonly ProofPart[], more: readonly RpcCall[]) => {
    const calls = parts.map(({ account, slots }) => ({
      method: 'eth_getProof',
      params: [account, slots, tag],
    }))
    const answers = await rpc.ask([...calls, ...more])
    const again: ProofPart[] = []
    for (const [index, part] of parts.entries()) {
      const answer = answers[index]
      if (isTooLarge(part, calls[index]!, answer)) {
        atOnce = Math.max(1, Math.min(atOnce, Math.ceil(part.slots.length / 2)))
        again.push(part)
      } else takeProof(part, calls[index]!, answer)
    }
    if (again.length > 0)
      await askProofs(
        again.flatMap((part) => cutPart(part, atOnce)),
        [],
      )
    return answers.slice(parts.length)
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
    countWanted(wanted)
    const parts = proofPartsOf(wanted, atOnce)
    const codeCalls = codeOwners.map((account) => ({
      method: 'eth_getCode',
      params: [account, tag],
    }))
    if (parts.length + codeCalls.length === 0) return
    const answers = await askProofs(parts, codeCalls)
    for (const [index, account] of codeOwners.entries()) {
      takeCode(account, codeCalls[index]!, answers[index])
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
    bring: async ({ wanted: request, codes }) => {
      const hashes = new Set(codes.map((code) => state.addCode(code)))
      const isHinted = hashes.size > 0
      await askFor(
        request,
        isHinted ? [] : [...request.keys()].filter((name) => BigInt(name) > 0xffffn),
      )
    },
    bringParts: askFor,
    bringProofs: (wanted) => askFor(wanted, []),
    fetch: async ({ account, slot, codeHash, block }) => {
      oneByOne++
      assertWithin('fetchedOneByOne', oneByOne)
      if (block !== undefined) return fetchHeaders(block)
      if (account === undefined) return
      if (codeHash !== undefined) return askFor(new Map(), [account])
      await askFor(new Map([[account, new Set(slot === undefined ? [] : [slot])]]), [])
    },
    counts: () => ({ fetchedOneByOne: oneByOne, proofBytes, wrongValues }),
  }
}

/** Tells whether a node refuses a question that it may take in parts; what is gone is gone in parts too. */
function isTooLarge({ slots }: ProofPart, call: RpcCall, answer: RpcAnswer | undefined): boolean {
  if (answer?.ok !== false || slots.length < 2) return false
  const kind = refusalKind(call.method, answer.error)
  return kind === 'invalid' || kind === 'range' || kind === 'other' || kind === 'revert'
}

/** Nodes print a word as a number or as 32 bytes. */
function isWord(value: unknown, word: Hex): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
    ? BigInt(value === '0x' ? 0 : value) === BigInt(word)
    : false
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

function incomplete(place: StateRef): StateProofError {
  return new StateProofError(place, "the node's proof does not lead there")
}
