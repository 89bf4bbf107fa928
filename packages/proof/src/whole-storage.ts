import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { wordOf } from './account.ts'
import { decodeRlp, type RlpItem } from './rlp.ts'
import { emptyRoot, InvalidTrieProofError, pathPartOf } from './trie-proof.ts'

/** An entry of a storage trie. */
export type StorageLeaf = {
  /** The hash of its slot, 32 bytes. */
  readonly slotHash: Hex
  /** 32 bytes. */
  readonly word: Hex
}

/** A link of a storage trie whose node is not there: what stands under it is not known. */
export type OpenLink = {
  /** The first hex digits of the hash of every slot under it, without `0x`. */
  readonly prefix: string
  /** The hash of the node. */
  readonly hash: Hex
}

/** A storage trie, read from its root as far as its nodes are there. */
export type WholeStorage = {
  readonly leaves: readonly StorageLeaf[]
  readonly open: readonly OpenLink[]
  /** True if there are more leaves than are read. */
  readonly isCut: boolean
}

/** The most leaves that are read of one storage. */
const maxWholeLeaves = 20_000

/**
 * Reads everything in a storage trie. No link open and every leaf the hash of a slot that you name: the list of your
 * slots is complete, proven from the root.
 *
 * Source: Ethereum yellow paper, appendix D.
 *
 * @param nodeOf - the RLP of the node with a hash; undefined for one that is not there.
 * @throws {InvalidTrieProofError} {InvalidRlpError} when a node is not one of a trie.
 */
export function readWholeStorage(
  root: Hex,
  nodeOf: (hash: Hex) => Uint8Array | undefined,
): WholeStorage {
  const leaves: StorageLeaf[] = []
  const open: OpenLink[] = []
  if (root === emptyRoot) return { leaves, open, isCut: false }
  const stack: { readonly item: RlpItem; readonly prefix: string }[] = []

  const follow = (hash: Hex, prefix: string): void => {
    const node = nodeOf(hash)
    if (node === undefined) open.push({ prefix, hash })
    else stack.push({ item: decodeRlp(node), prefix })
  }
  const push = (link: RlpItem, prefix: string): void => {
    if (prefix.length > pathLength) throw new InvalidTrieProofError('the path is too long')
    if (link.kind === 'list') stack.push({ item: link, prefix })
    else if (link.bytes.length === 32) follow(printHex(link.bytes), prefix)
    else if (link.bytes.length !== 0) throw new InvalidTrieProofError('a link is not a hash')
  }

  follow(root, '')
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { item, prefix } = next
    if (leaves.length > maxWholeLeaves) return { leaves, open, isCut: true }
    if (item.kind === 'bytes') throw new InvalidTrieProofError('a node is not a list')
    if (item.items.length === 17) {
      for (const [nibble, link] of item.items.slice(0, 16).entries())
        push(link, prefix + nibble.toString(16))
      continue
    }
    if (item.items.length !== 2) throw new InvalidTrieProofError('a node is neither kind')
    const { nibbles, isLeaf } = pathPartOf(item.items[0]!)
    const path = prefix + nibbles.map((nibble) => nibble.toString(16)).join('')
    const [, value] = item.items
    if (!isLeaf) {
      push(value!, path)
      continue
    }
    if (path.length !== pathLength || value!.kind !== 'bytes')
      throw new InvalidTrieProofError('a leaf is not at the end of the path')
    leaves.push({ slotHash: `0x${path}`, word: wordOf(value!.bytes) })
  }
  return { leaves, open, isCut: false }
}

/** Hex digits of a hash. */
const pathLength = parseHex(emptyRoot).length * 2
