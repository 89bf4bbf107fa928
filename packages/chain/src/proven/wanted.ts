import { type Address, BaseError, type Hex, parseHex } from '@vaultwright/base'

/** Accounts that are to be proven, lower case, each with the slots that are wanted of it. */
export type WantedState = Map<Address, Set<Hex>>

/** What a node suggests to ask for. It is never believed: it only saves round trips. */
export type Hint = { readonly wanted: WantedState; readonly codes: readonly Uint8Array[] }

/** The most that one simulation may use, and the most that a hint may name. */
export const proofLimits = {
  accounts: 2_000,
  slots: 10_000,
  proofBytes: 32 * 2 ** 20,
  hintPieces: 4_000,
  /** Pieces that no hint named, each a round trip. */
  fetchedOneByOne: 256,
} as const

/** Slots in one question of a proof: nodes take about a thousand. */
const slotsAtOnce = 256

/** A question of one account's proof, with some of its slots. */
export type ProofPart = { readonly account: Address; readonly slots: readonly Hex[] }

/** Cuts what is wanted into questions. */
export function proofPartsOf(wanted: WantedState): readonly ProofPart[] {
  return [...wanted].flatMap(([account, slots]) => {
    const all = [...slots]
    const count = Math.max(1, Math.ceil(all.length / slotsAtOnce))
    return Array.from({ length: count }, (_, index) => ({
      account,
      slots: all.slice(index * slotsAtOnce, (index + 1) * slotsAtOnce),
    }))
  })
}

/**
 * Reads the answer to a trace with `prestateTracer`. What is not understood is left out: a bad hint costs
 * round trips, nothing else.
 */
export function hintOfTrace(answer: unknown): Hint {
  const wanted: WantedState = new Map()
  const codes: Uint8Array[] = []
  let pieces = 0
  for (const [name, value] of entriesOf(answer)) {
    if (!isAccount(name) || ++pieces > proofLimits.hintPieces) continue
    const entry = new Map(entriesOf(value))
    const slots = entriesOf(entry.get('storage')).flatMap(([key]) => wordOf(key) ?? [])
    pieces += slots.length
    wanted.set(name.toLowerCase() as Address, new Set(slots.slice(0, proofLimits.hintPieces)))
    const code = entry.get('code')
    if (typeof code === 'string' && /^0x([0-9a-f]{2})+$/i.test(code)) codes.push(parseHex(code))
  }
  return { wanted, codes }
}

/** Reads the answer to `eth_createAccessList`, as leniently. */
export function hintOfAccessList(answer: unknown): Hint {
  const list = new Map(entriesOf(answer)).get('accessList')
  const wanted: WantedState = new Map()
  let pieces = 0
  for (const entry of Array.isArray(list) ? list : []) {
    const fields = new Map(entriesOf(entry))
    const name = fields.get('address')
    const keys = fields.get('storageKeys')
    if (typeof name !== 'string' || !isAccount(name) || ++pieces > proofLimits.hintPieces) continue
    const slots = (Array.isArray(keys) ? keys : []).flatMap((key) => wordOf(key) ?? [])
    pieces += slots.length
    wanted.set(name.toLowerCase() as Address, new Set(slots.slice(0, proofLimits.hintPieces)))
  }
  return { wanted, codes: [] }
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

  constructor(what: keyof typeof proofLimits) {
    const words: Readonly<Record<keyof typeof proofLimits, string>> = {
      accounts: 'accounts',
      slots: 'slots',
      proofBytes: 'bytes of proofs',
      hintPieces: 'pieces of a hint',
      fetchedOneByOne: 'pieces that had to be fetched one by one',
    }
    const limit = proofLimits[what]
    super({
      message: `The simulation uses more than ${limit} ${words[what]}, more than is proven for one. Split the batch, or use the engine node or fork.`,
      facts: { limit, what },
    })
  }
}
