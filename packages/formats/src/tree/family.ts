import { printHex } from '@vaultwright/base'
import { keccakBatch } from '@vaultwright/merkle'

/** Ways to hash layers that are not ours. */
export type Family = 'odd-promotion' | 'odd-duplication' | 'unsorted-pairs'

type HashingRule = {
  readonly family: Family
  readonly isSorted: boolean
  /** The treatment of the last node of an odd layer. */
  readonly odd: 'promoted' | 'duplicated'
}

const rules: readonly HashingRule[] = [
  { family: 'odd-promotion', isSorted: true, odd: 'promoted' },
  { family: 'odd-duplication', isSorted: true, odd: 'duplicated' },
  { family: 'unsorted-pairs', isSorted: false, odd: 'promoted' },
  { family: 'unsorted-pairs', isSorted: false, odd: 'duplicated' },
]

/**
 * Finds the rule of another family that gives a stated root, by rebuilding with each.
 *
 * @returns the family; null when none of the known ones gives this root.
 */
export function familyOf(digests: Uint8Array, root: string): Family | null {
  for (const rule of rules) if (printHex(rootBy(digests, rule)) === root) return rule.family
  return null
}

function rootBy(digests: Uint8Array, rule: HashingRule): Uint8Array {
  let layer = digests
  while (layer.length > 32) {
    const count = layer.length / 32
    const isOdd = count % 2 === 1
    const pairs = isOdd && rule.odd === 'promoted' ? (count - 1) / 2 : Math.ceil(count / 2)
    const messages = new Uint8Array(64 * pairs)
    messages.set(layer.subarray(0, 64 * pairs))
    if (isOdd && rule.odd === 'duplicated') messages.set(layer.subarray(-32), 64 * pairs - 32)
    if (rule.isSorted) for (let pair = 0; pair < pairs; pair++) sortPair(messages, 64 * pair)
    const hashed = keccakBatch(
      messages,
      Uint32Array.from({ length: pairs + 1 }, (_, n) => 64 * n),
    )
    if (isOdd && rule.odd === 'promoted') {
      const next = new Uint8Array(hashed.length + 32)
      next.set(hashed)
      next.set(layer.subarray(-32), hashed.length)
      layer = next
    } else {
      layer = hashed
    }
  }
  return layer
}

function sortPair(messages: Uint8Array, at: number): void {
  let byte = 0
  while (byte < 31 && messages[at + byte] === messages[at + 32 + byte]) byte++
  if (messages[at + byte]! <= messages[at + 32 + byte]!) return
  const first = messages.slice(at, at + 32)
  messages.copyWithin(at, at + 32, at + 64)
  messages.set(first, at + 32)
}
