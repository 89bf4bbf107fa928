import { BaseError, type Digest, type Hex, parseHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { decodeRlp, type RlpItem } from './rlp.ts'

/** A trie as the Merkle Patricia trees of Ethereum know it, seen along one path. */
export type TriePath = {
  /** 32 bytes: what the value was filed under before hashing. */
  readonly key: Uint8Array
  /** RLP of the nodes from the root on. */
  readonly nodes: readonly Uint8Array[]
}

/** The root of a trie without entries: keccak of the RLP of an empty string. */
export const emptyRoot: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/**
 * Follows a proof from a root to a value, hashing every node on the way.
 *
 * Source: Ethereum yellow paper, appendix D.
 *
 * @returns the value's bytes, none for a leaf of nothing; null when the proof shows that there is no leaf.
 * @throws {InvalidTrieProofError} when a node does not belong where it stands.
 * @throws {InvalidRlpError} when a node is not RLP.
 */
export function valueFromTrie(root: Digest, { key, nodes }: TriePath): Uint8Array | null {
  if (isSame(root, parseHex(emptyRoot)) && nodes.length <= 1) {
    const isEmpty = nodes.length === 0 || (nodes[0]!.length === 1 && nodes[0]![0] === 0x80)
    if (isEmpty) return null
  }
  let used = 0
  const value = walkTrie(root, key, {
    take: (digest) => {
      const node = nodes[used++]
      if (node === undefined) throw new InvalidTrieProofError('a node is missing')
      if (!isSame(keccak256(node), digest)) {
        throw new InvalidTrieProofError('a node has another hash')
      }
      return node
    },
    // Small nodes stand inside their parent; some nodes of the network list them once more.
    inline: (raw) => {
      if (used < nodes.length && isSame(nodes[used]!, raw)) used++
    },
  })
  if (used !== nodes.length) throw new InvalidTrieProofError('nodes are left over')
  return value!.bytes
}

/** The source of the nodes of a walk. */
type NodeSource = {
  /** @returns the node that hashes to the digest; undefined ends the walk. */
  readonly take: (digest: Uint8Array) => Uint8Array | undefined
  /** Sees a node that stands inside its parent. */
  readonly inline?: (raw: Uint8Array) => void
}

/**
 * Walks a trie from its root towards a key.
 *
 * @param key - 32 bytes: what the value was filed under before hashing.
 * @returns the value's bytes, null inside without a leaf; undefined if the source lacks a node.
 * @throws {InvalidTrieProofError} {InvalidRlpError} when a node is not one of a trie.
 */
export function walkTrie(
  root: Digest,
  key: Uint8Array,
  { take, inline }: NodeSource,
): { readonly bytes: Uint8Array | null } | undefined {
  const path = nibblesOf(keccak256(key))
  const open = (digest: Uint8Array): RlpItem | undefined => {
    const node = take(digest)
    return node === undefined ? undefined : decodeRlp(node)
  }
  const follow = (child: RlpItem): RlpItem | undefined => {
    if (child.kind === 'list') {
      inline?.(child.raw)
      return child
    }
    if (child.bytes.length !== 32) throw new InvalidTrieProofError('a link is not a hash')
    return open(child.bytes)
  }
  let depth = 0
  for (let node = open(root); ; ) {
    if (node === undefined) return undefined
    if (node.kind === 'bytes') throw new InvalidTrieProofError('a node is not a list')
    if (node.items.length === 17) {
      // Keys are hashes of one length, so that no path ends at a branch.
      if (depth === path.length) throw new InvalidTrieProofError('the path is too long')
      const child = node.items[path[depth++]!]!
      if (child.kind === 'bytes' && child.bytes.length === 0) return { bytes: null }
      node = follow(child)
      continue
    }
    if (node.items.length !== 2) throw new InvalidTrieProofError('a node is neither kind')
    const { nibbles, isLeaf } = pathPartOf(node.items[0]!)
    const isOnPath = nibbles.every((nibble, index) => path[depth + index] === nibble)
    if (!isOnPath) return { bytes: null }
    depth += nibbles.length
    const value = node.items[1]!
    if (!isLeaf) {
      node = follow(value)
      continue
    }
    if (depth !== path.length || value.kind !== 'bytes') {
      throw new InvalidTrieProofError('a leaf is not at the end of the path')
    }
    return { bytes: value.bytes }
  }
}

/**
 * Reads the piece of path that a leaf or an extension stands for, from its compact form.
 *
 * @throws {InvalidTrieProofError}
 */
export function pathPartOf(item: RlpItem): {
  readonly nibbles: readonly number[]
  readonly isLeaf: boolean
} {
  if (item.kind === 'list' || item.bytes.length === 0) {
    throw new InvalidTrieProofError('a piece of path is none')
  }
  const nibbles = nibblesOf(item.bytes)
  const flag = nibbles[0]!
  if (flag > 3 || (flag % 2 === 0 && nibbles[1] !== 0)) {
    throw new InvalidTrieProofError('a piece of path has an unknown form')
  }
  const isLeaf = flag >= 2
  const path = nibbles.slice(flag % 2 === 0 ? 2 : 1)
  if (!isLeaf && path.length === 0) throw new InvalidTrieProofError('an extension leads nowhere')
  return { nibbles: path, isLeaf }
}

function nibblesOf(bytes: Uint8Array): readonly number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15])
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** A proof does not lead from the root to what it claims. */
export class InvalidTrieProofError extends BaseError {
  override readonly code = 'invalid_trie_proof'
  override readonly kind = 'unavailable'

  constructor(why: string) {
    super({
      message: `The node's proof does not hold: ${why}. Do not trust this endpoint's storage, and ask another one.`,
      facts: { why },
    })
  }
}
