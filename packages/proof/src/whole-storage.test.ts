import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTrie, encodeBytes } from '../../../test/support/evm/trie.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { InvalidTrieProofError } from './trie-proof.ts'
import { readWholeStorage } from './whole-storage.ts'

const wordAt = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const slotHashOf = (slot: bigint) => printHex(keccak256(parseHex(wordAt(slot))))

/** The storage trie of some slots, and its nodes by hash. */
function storageOf(slots: ReadonlyMap<bigint, bigint>) {
  const entries = [...slots].map(([slot, value]) => {
    const digits = value.toString(16)
    const bytes = parseHex(`0x${digits.length % 2 === 0 ? '' : '0'}${digits}`)
    return [wordAt(slot), encodeBytes(bytes)] as const
  })
  const { root, nodes } = buildTrie(new Map(entries))
  const byHash = new Map([...nodes].map((node) => [printHex(keccak256(node)), node] as const))
  return { root: printHex(root), byHash }
}

const slotMaps = fc
  .uniqueArray(fc.tuple(fc.bigInt(0n, 10_000n), fc.bigInt(1n, 2n ** 256n - 1n)), {
    selector: ([slot]) => slot,
    minLength: 1,
    maxLength: 60,
  })
  .map((rows) => new Map(rows))

test('law: a whole storage is every slot that was stored, each once', () => {
  fc.assert(
    fc.property(slotMaps, (slots) => {
      const { root, byHash } = storageOf(slots)
      const whole = readWholeStorage(root, (hash) => byHash.get(hash))
      const stored = [...slots].map(([slot, value]) => [slotHashOf(slot), wordAt(value)])
      expect(whole.leaves.map(({ slotHash, word }) => [slotHash, word]).sort()).toEqual(
        stored.sort(),
      )
      expect([whole.open, whole.isCut]).toEqual([[], false])
    }),
    { numRuns: runsOf(0.3) },
  )
})

test('refuses: each node withheld, one by one, is an open link above every slot that it hides', () => {
  const slots = new Map(Array.from({ length: 40 }, (_, index) => [BigInt(index), 7n] as const))
  const { root, byHash } = storageOf(slots)
  expect(byHash.size).toBeGreaterThan(40)
  for (const withheld of byHash.keys()) {
    const whole = readWholeStorage(root, (hash) =>
      hash === withheld ? undefined : byHash.get(hash),
    )
    expect(whole.open.map(({ hash }) => hash)).toContain(withheld)
    const shown = new Set(whole.leaves.map(({ slotHash }) => slotHash))
    for (const slot of slots.keys()) {
      const hash = slotHashOf(slot)
      const isUnder = whole.open.some(({ prefix }) => hash.startsWith(`0x${prefix}`))
      expect(shown.has(hash) !== isUnder).toBe(true)
    }
  }
})

test('refuses: bytes that are no node of a trie, where its hash stands', () => {
  const root: Hex = `0x${'11'.repeat(32)}`
  for (const node of ['0x80', '0xc0', '0xc3010203', '0xc22020'] as const) {
    expect(() => readWholeStorage(root, () => parseHex(node))).toThrow(InvalidTrieProofError)
  }
})
