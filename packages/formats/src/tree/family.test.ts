import { printHex } from '@vaultwright/base'
import { buildTree, rootOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { concat, keccak256, type Hex as ViemHex } from 'viem'
import { expect, test } from 'vitest'
import { familyOf } from './family.ts'

/** The root of digests by a rule, hashed by another library. */
function rootBy(
  digests: readonly ViemHex[],
  join: (one: ViemHex, other?: ViemHex) => ViemHex,
): ViemHex {
  let layer = digests
  while (layer.length > 1) {
    layer = layer.flatMap((one, index) => (index % 2 === 0 ? [join(one, layer[index + 1])] : []))
  }
  return layer[0]!
}

const hashed = (parts: readonly ViemHex[]) => keccak256(concat(parts))
const sorted = (one: ViemHex, other: ViemHex) => hashed([one, other].sort())

const rules = {
  'odd-promotion': (one: ViemHex, other?: ViemHex) =>
    other === undefined ? one : sorted(one, other),
  'odd-duplication': (one: ViemHex, other?: ViemHex) => sorted(one, other ?? one),
  'unsorted-pairs': (one: ViemHex, other?: ViemHex) => hashed([one, other ?? one]),
}

const digest = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): ViemHex => `0x${Buffer.from(bytes).toString('hex')}`)

/** Trees whose leaf layer is odd and not sorted, so that every rule gives another root. */
const layer = fc
  .uniqueArray(digest, { minLength: 3, maxLength: 17 })
  .filter((digests) => digests.length % 2 === 1 && digests[0]! > digests[1]!)

const flat = (digests: readonly ViemHex[]) =>
  Uint8Array.from(digests.flatMap((text) => [...Buffer.from(text.slice(2), 'hex')]))

test('default', () => {
  fc.assert(
    fc.property(layer, fc.constantFrom(...Object.entries(rules)), (digests, [family, join]) => {
      expect(familyOf(flat(digests), rootBy(digests, join))).toBe(family)
    }),
  )
})

test('behavior: a root of no known rule has no family', () => {
  fc.assert(
    fc.property(layer, digest, (digests, root) => {
      expect(familyOf(flat(digests), root)).toBe(null)
    }),
  )
})

test('behavior: a tree of ours is also one of odd promotion, which never comes into play', () => {
  const digests = flat([1, 2, 3, 4].map((digit): ViemHex => `0x${`0${digit}`.repeat(32)}`))
  expect(familyOf(digests, printHex(rootOf(buildTree(digests))))).toBe('odd-promotion')
})
