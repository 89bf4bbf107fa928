import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { OpenLink, StorageLeaf, WholeStorage } from '@vaultwright/proof'

/** The rest of a whole storage beside the slots that can be named. */
export type StorageExplanation = {
  /** True if every value that is not zero stands in a slot that is named. */
  readonly isComplete: boolean
  readonly unexplained: readonly StorageLeaf[]
  readonly open: readonly OpenLink[]
}

/**
 * Holds a whole storage against the slots that can be named: complete if nothing else is in it. Leaves of zero,
 * which some development nodes keep, do no harm.
 *
 * @param slots - 32 bytes each.
 */
export function explainStorage(
  { leaves, open, isCut }: WholeStorage,
  slots: Iterable<Hex>,
): StorageExplanation {
  const hashes = new Set([...slots].map((slot) => printHex(keccak256(parseHex(slot)))))
  const unexplained = leaves.filter(
    ({ slotHash, word }) => BigInt(word) !== 0n && !hashes.has(slotHash),
  )
  return { isComplete: !isCut && unexplained.length === 0 && open.length === 0, unexplained, open }
}

/** The longest prefix for which a slot is searched: 16^4 hashes take a fraction of a second. */
export const maxPrefixLength = 4

/**
 * Searches a slot whose hash begins with some digits, so that a proof of it opens a link that no known slot leads to.
 *
 * @param prefix - hex digits without `0x`, at most `maxPrefixLength`.
 * @returns 32 bytes; it costs about 16^length hashes.
 */
export function slotUnder(prefix: string): Hex {
  for (let index = 0n; ; index++) {
    const slot: Hex = `0x${(searchBase + index).toString(16).padStart(64, '0')}`
    if (printHex(keccak256(parseHex(slot))).startsWith(`0x${prefix}`)) return slot
  }
}

/** Far from what compilers and hashes use. */
const searchBase = 0xffff0000n << 220n
