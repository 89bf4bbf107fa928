import { type Address, BaseError, type Hex, parseHex } from '@vaultwright/base'

/** Accounts that are to be proven, lower case, each with the slots that are wanted of it. */
export type WantedState = Map<Address, Set<Hex>>

/** A node's hint. It is never believed: it only saves round trips. */
export type Hint = { readonly wanted: WantedState; readonly codes: readonly Uint8Array[] }

/** The most that one simulation may use, and the most that a hint may name; each is a refusal by name. */
export type ProofLimits = {
  readonly accounts: number
  readonly slots: number
  readonly proofBytes: number
  /** Accounts and slots that one hint names. */
  readonly hintPieces: number
  /** Pieces that no hint named, each a round trip. */
  readonly fetchedOneByOne: number
}

/** The limits of every simulation. */
export const proofLimits: ProofLimits = {
  accounts: 2_000,
  slots: 10_000,
  proofBytes: 32 * 2 ** 20,
  hintPieces: 4_000,
  fetchedOneByOne: 256,
}

/** Slots in one question of a proof: nodes take about a thousand, and those that take less are asked for less. */
export const slotsAtOnce = 256

/** A question of one account's proof, with some of its slots. */
export type ProofPart = { readonly account: Address; readonly slots: readonly Hex[] }

/** Cuts what is wanted into questions. */
export function proofPartsOf(wanted: WantedState, atOnce: number): readonly ProofPart[] {
  return [...wanted].flatMap(([account, slots]) => cutPart({ account, slots: [...slots] }, atOnce))
}

/** Cuts a question into smaller ones of the same account. */
export function cutPart({ account, slots }: ProofPart, atOnce: number): readonly ProofPart[] {
  const count = Math.max(1, Math.ceil(slots.length / atOnce))
  return Array.from({ length: count }, (_, index) => ({
    account,
    slots: slots.slice(index * atOnce, (index + 1) * atOnce),
  }))
}

/** Joins what several hints want. */
export function joinWanted(hints: readonly WantedState[]): WantedState {
  const joined: WantedState = new Map()
  for (const hint of hints) {
    for (const [account, slots] of hint) {
      joined.set(account, new Set([...(joined.get(account) ?? []), ...slots]))
    }
  }
  return joined
}

/**
 * Reads the answer to a trace with `prestateTracer`. What is not understood is left out: a bad hint costs
 * round trips, nothing else.
 *
 * @throws {ProofLimitError} when it names more than may be asked for.
 */
export function hintOfTrace(answer: unknown, limits: ProofLimits): Hint {
  const state: WantedState = new Map()
  const codes: Uint8Array[] = []
  const countPieces = pieceCounter(limits)
  for (const [name, value] of entriesOf(answer)) {
    if (!isAccount(name)) continue
    countPieces(1)
    const entry = new Map(entriesOf(value))
    const slots = entriesOf(entry.get('storage')).flatMap(([key]) => wordOf(key) ?? [])
    countPieces(slots.length)
    state.set(name.toLowerCase() as Address, new Set(slots))
    const code = entry.get('code')
    if (typeof code === 'string' && /^0x([0-9a-f]{2})+$/i.test(code)) codes.push(parseHex(code))
  }
  return { wanted: state, codes }
}

/** Reads the answer to `eth_createAccessList`, as leniently. */
export function hintOfAccessList(answer: unknown, limits: ProofLimits): Hint {
  const list = new Map(entriesOf(answer)).get('accessList')
  const state: WantedState = new Map()
  const countPieces = pieceCounter(limits)
  for (const entry of Array.isArray(list) ? list : []) {
    const fields = new Map(entriesOf(entry))
    const name = fields.get('address')
    const keys = fields.get('storageKeys')
    if (typeof name !== 'string' || !isAccount(name)) continue
    const slots = (Array.isArray(keys) ? keys : []).flatMap((key) => wordOf(key) ?? [])
    countPieces(1 + slots.length)
    state.set(name.toLowerCase() as Address, new Set(slots))
  }
  return { wanted: state, codes: [] }
}

function pieceCounter({ hintPieces }: ProofLimits): (more: number) => void {
  let pieces = 0
  return (more) => {
    pieces += more
    if (pieces > hintPieces) throw new ProofLimitError('hintPieces', hintPieces)
  }
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function isAccount(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}

function wordOf(text: unknown): Hex | null {
  if (typeof text !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(text)) return null
  return `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
}

/** A simulation uses more of the state than can be proven for it. */
export class ProofLimitError extends BaseError {
  override readonly code = 'proof_limit'
  override readonly kind = 'unsupported'

  constructor(what: keyof ProofLimits, limit: number) {
    const words: Readonly<Record<keyof ProofLimits, string>> = {
      accounts: 'accounts',
      slots: 'slots',
      proofBytes: 'bytes of proofs',
      hintPieces: 'accounts and slots that the node names beforehand',
      fetchedOneByOne: 'pieces that have to be fetched one by one',
    }
    const advice =
      what === 'fetchedOneByOne'
        ? 'Give a node that has debug_traceCall or eth_createAccessList, split the batch, or use the engine node or fork.'
        : 'Split the batch, or use the engine node or fork.'
    super({
      message: `The simulation uses more than ${limit} ${words[what]}, more than is proven for one. ${advice}`,
      facts: { limit, what },
    })
  }
}
