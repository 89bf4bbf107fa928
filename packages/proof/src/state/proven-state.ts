import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { accountOf, type ProvenAccount, wordOf } from '../account.ts'
import { openHeader, type ProvenHeader } from '../header.ts'
import { emptyRoot, walkTrie } from '../trie-proof.ts'
import { readWholeStorage, type WholeStorage } from '../whole-storage.ts'

/** The hash of no code. */
export const emptyCodeHash: Hex =
  '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const zeroWord: Hex = `0x${'0'.repeat(64)}`
/** The number of blocks BLOCKHASH reaches back. */
const deepestHash = 256n

/** The place in a block's state that is missing or wrong. */
export type StateRef = {
  readonly account?: Address
  /** 32 bytes. */
  readonly slot?: Hex
  readonly codeHash?: Hex
  readonly block?: bigint
}

/** The pieces of a state that a run used, each once, in the order of their hashes. */
export type UsedPieces = {
  /** RLP of older headers, child first. */
  readonly ancestors: readonly Hex[]
  /** RLP of the nodes of state and storage tries. */
  readonly nodes: readonly Hex[]
  readonly codes: readonly Hex[]
}

/** The reads of a state. */
export type StateReads = {
  /** Lower case. */
  readonly accounts: ReadonlySet<Address>
  /** `account slot`, lower case. */
  readonly slots: ReadonlySet<string>
}

/**
 * The known part of the state after one block: nodes, codes and headers by their hash, so that
 * every value read from it follows from the block's hash. `undefined` means that a piece is not
 * there.
 */
export type ProvenState = {
  readonly header: ProvenHeader
  readonly headerRlp: Uint8Array
  /** Takes a node of a trie; where it belongs, its hash says. */
  readonly addNode: (node: Uint8Array) => void
  /** Takes the code of an account. @returns its hash. */
  readonly addCode: (code: Uint8Array) => Hex
  /** Takes the header before the oldest. @throws {StateProofError} when it is another block's. */
  readonly addAncestor: (encoded: Uint8Array) => void
  /** The number of headers that were added. */
  readonly ancestorCount: () => number
  /** @returns null when the account does not exist. @throws {StateProofError} */
  readonly account: (address: Address) => ProvenAccount | null | undefined
  /** @param slot - 32 bytes. @returns 32 bytes. @throws {StateProofError} */
  readonly slot: (address: Address, slot: Hex) => Hex | undefined
  readonly code: (hash: Hex) => Uint8Array | undefined
  /** Everything in an account's storage, as far as its nodes are there. @throws {StateProofError} */
  readonly storage: (address: Address) => WholeStorage | undefined
  /** Reads without counting as used: an account, or a slot of it. */
  readonly peek: {
    readonly account: (address: Address) => ProvenAccount | null | undefined
    readonly slot: (address: Address, slot: Hex) => Hex | undefined
  }
  /** The hash of an earlier block, as BLOCKHASH gives it to the next one; zero out of its sight. */
  readonly blockHash: (number: bigint) => Hex | undefined
  readonly reads: StateReads
  readonly used: () => UsedPieces
}

/**
 * Opens the state after a block, empty but for its header.
 *
 * @param headerRlp - the header's bytes.
 * @param hash - the block's hash, as the caller knows it; never from where the bytes come.
 * @throws {StateProofError} when the header has another hash.
 * @throws {InvalidRlpError} when it is not a header.
 */
export function openProvenState(headerRlp: Uint8Array, hash: Hex): ProvenState {
  const header = openHeader(headerRlp)
  if (header.hash !== hash.toLowerCase()) {
    throw new StateProofError({}, `the header hashes to ${header.hash}, not to ${hash}`)
  }
  const nodes = new Map<Hex, Uint8Array>()
  const codes = new Map<Hex, Uint8Array>()
  const ancestors: { readonly header: ProvenHeader; readonly encoded: Uint8Array }[] = []
  const accounts = new Map<Address, Read<ProvenAccount | null>>()
  const words = new Map<string, Read<Hex>>()
  const usedNodes = new Set<Hex>()
  const usedCodes = new Set<Hex>()
  let usedAncestors = 0
  const reads = { accounts: new Set<Address>(), slots: new Set<string>() }

  /** Undefined when a node on the way is not there. */
  const walk = <Value>(
    [root, key]: readonly [root: Hex, key: Hex],
    place: StateRef,
    decode: (bytes: Uint8Array | null) => Value,
  ): Read<Value> | undefined => {
    if (root === emptyRoot) return { value: decode(null), way: [] }
    const way: Hex[] = []
    const take = (digest: Uint8Array) => {
      const link = printHex(digest)
      way.push(link)
      return nodes.get(link)
    }
    return provenAt(place, () => {
      const leaf = walkTrie(parseHex(root), parseHex(key), { take })
      return leaf === undefined ? undefined : { value: decode(leaf.bytes), way }
    })
  }

  const readAccount = (address: Address) =>
    remember(accounts, address, () =>
      walk([header.stateRoot, address], { account: address }, (bytes) =>
        bytes === null ? null : accountOf(bytes),
      ),
    )

  const readSlot = (address: Address, key: Hex) =>
    remember(words, `${address} ${key}`, () => {
      const owner = readAccount(address)
      if (owner === undefined) return undefined
      const root = owner.value?.storageRoot ?? emptyRoot
      return walk([root, key], { account: address, slot: key }, wordOf)
    })

  const use = <Value>(account: Read<Value> | undefined): Value | undefined => {
    for (const link of account?.way ?? []) usedNodes.add(link)
    return account?.value
  }

  const account = (address: Address) => {
    const account = readAccount(address)
    if (account !== undefined) reads.accounts.add(address)
    return use(account)
  }

  const slot = (address: Address, key: Hex) => {
    if (account(address) === undefined) return undefined
    const slot = readSlot(address, key)
    if (slot !== undefined) reads.slots.add(`${address} ${key}`)
    return use(slot)
  }

  const storage = (address: Address): WholeStorage | undefined => {
    const owner = account(address)
    if (owner === undefined) return undefined
    const take = (hash: Hex) => {
      const node = nodes.get(hash)
      if (node !== undefined) usedNodes.add(hash)
      return node
    }
    return provenAt({ account: address }, () =>
      readWholeStorage(owner?.storageRoot ?? emptyRoot, take),
    )
  }

  const blockHash = (number: bigint): Hex | undefined => {
    if (number === header.number) return header.hash
    const depth = header.number - number
    // The next block asks: its parent is one of the 256.
    if (depth < 1n || depth >= deepestHash) return zeroWord
    const child = depth === 1n ? header : ancestors[Number(depth) - 2]?.header
    if (child === undefined) return undefined
    usedAncestors = Math.max(usedAncestors, Number(depth) - 1)
    return child.parentHash
  }

  return {
    header,
    headerRlp,
    reads,
    account,
    slot,
    storage,
    blockHash,
    peek: {
      account: (address) => readAccount(address)?.value,
      slot: (address, key) => readSlot(address, key)?.value,
    },
    addNode: (node) => void nodes.set(printHex(keccak256(node)), node),
    addCode: (code) => {
      const codeHash = printHex(keccak256(code))
      codes.set(codeHash, code)
      return codeHash
    },
    addAncestor: (encoded) => {
      const child = ancestors.at(-1)?.header ?? header
      const parent = openHeader(encoded)
      if (parent.hash !== child.parentHash) {
        const reason = `the header hashes to ${parent.hash}, not to the ${child.parentHash} that its child names`
        throw new StateProofError({ block: child.number - 1n }, reason)
      }
      ancestors.push({ header: parent, encoded })
    },
    ancestorCount: () => ancestors.length,
    code: (codeHash) => {
      if (codeHash === emptyCodeHash) return new Uint8Array(0)
      const code = codes.get(codeHash)
      if (code !== undefined) usedCodes.add(codeHash)
      return code
    },
    used: () => ({
      ancestors: ancestors.slice(0, usedAncestors).map(({ encoded }) => printHex(encoded)),
      nodes: inOrder(usedNodes, nodes),
      codes: inOrder(usedCodes, codes),
    }),
  }
}

/** A value, and the links of the nodes on the way to it. */
type Read<Value> = { readonly value: Value; readonly way: readonly Hex[] }

function remember<Key, Value>(
  cache: Map<Key, Value>,
  key: Key,
  read: () => Value | undefined,
): Value | undefined {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const value = read()
  if (value !== undefined) cache.set(key, value)
  return value
}

function inOrder(hashes: ReadonlySet<Hex>, pieces: ReadonlyMap<Hex, Uint8Array>): readonly Hex[] {
  return [...hashes].sort().map((hash) => printHex(pieces.get(hash)!))
}

/** Says where a proof does not hold. */
function provenAt<T>(place: StateRef, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    throw new StateProofError(place, String(error.facts.why ?? error.shortMessage), error)
  }
}

/** The data of a node or a witness does not follow from the block's hash. */
export class StateProofError extends BaseError {
  override readonly code = 'invalid_state_proof'
  override readonly kind = 'unavailable'

  constructor(place: StateRef, why: string, cause?: unknown) {
    super({
      message: `The state does not follow from the block's hash${printPlace(place)}: ${why}. Do not trust where it comes from, and ask another endpoint.`,
      facts: { ...factsOf(place), why },
      cause,
    })
  }
}

/** Names a place of the state as a sentence goes on: ` at account 0x…, slot 0x…`. */
export function printPlace({ account, slot, codeHash, block }: StateRef): string {
  const parts = [
    account === undefined ? [] : [`account ${account}`],
    slot === undefined ? [] : [`slot ${slot}`],
    codeHash === undefined ? [] : [`code ${codeHash}`],
    block === undefined ? [] : [`block ${block}`],
  ].flat()
  return parts.length === 0 ? '' : ` at ${parts.join(', ')}`
}

/** A place of the state as facts of an error. */
export function factsOf({ account, slot, codeHash, block }: StateRef) {
  return {
    ...(account === undefined ? {} : { account }),
    ...(slot === undefined ? {} : { slot }),
    ...(codeHash === undefined ? {} : { codeHash }),
    ...(block === undefined ? {} : { block: String(block) }),
  }
}
