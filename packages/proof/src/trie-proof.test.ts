import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import fc from 'fast-check'
import { toRlp } from 'viem'
import { expect, test } from 'vitest'
import { decodeRlp, encodeRlpList, type RlpItem } from './rlp.ts'
import { valueFromTrie } from './trie-proof.ts'

type Entry = { readonly path: string; readonly value: Uint8Array }
type Node = { readonly raw: Uint8Array; readonly item: string | readonly unknown[] }

/** A trie built anew, the slow way, with viem's RLP: what the proofs below come from. */
function nodeOf(entries: readonly Entry[], all: Map<string, Uint8Array>): Node {
  const hexOf = (nibbles: string, isLeaf: boolean) => {
    const flag = (isLeaf ? 2 : 0) + (nibbles.length % 2)
    return `0x${nibbles.length % 2 === 1 ? `${flag}${nibbles}` : `${flag}0${nibbles}`}` as const
  }
  const save = (item: readonly unknown[]): Node => {
    const raw = toRlp(item as never, 'bytes')
    all.set(printHex(keccak256(raw)), raw)
    return { raw, item }
  }
  const linkOf = ({ raw, item }: Node) => (raw.length < 32 ? item : printHex(keccak256(raw)))
  if (entries.length === 1) {
    const [{ path, value }] = entries as [Entry]
    return save([hexOf(path, true), printHex(value)])
  }
  const first = entries[0]!.path
  let shared = 0
  while (entries.every(({ path }) => path[shared] === first[shared])) shared++
  if (shared > 0) {
    const tails = entries.map(({ path, value }) => ({ path: path.slice(shared), value }))
    return save([hexOf(first.slice(0, shared), false), linkOf(nodeOf(tails, all))])
  }
  const slots = [...'0123456789abcdef'].map((digit) => {
    const below = entries
      .filter(({ path }) => path[0] === digit)
      .map(({ path, value }) => ({ path: path.slice(1), value }))
    return below.length === 0 ? '0x' : linkOf(nodeOf(below, all))
  })
  return save([...slots, '0x'])
}

/** The nodes on the way to a key, as `eth_getProof` lists them. */
function proofOf(root: Uint8Array, key: Uint8Array, all: ReadonlyMap<string, Uint8Array>) {
  const path = printHex(keccak256(key)).slice(2)
  const nodes: Uint8Array[] = []
  let offset = 0
  let item: RlpItem | null = null
  let link: Uint8Array | null = root
  for (;;) {
    if (link !== null) {
      const raw = all.get(printHex(link))!
      nodes.push(raw)
      item = decodeRlp(raw)
    }
    if (item?.kind !== 'list') return nodes
    let next: RlpItem
    if (item.items.length === 17) next = item.items[Number.parseInt(path[offset++]!, 16)]!
    else {
      const compact = printHex((item.items[0] as { bytes: Uint8Array }).bytes).slice(2)
      const piece = compact.slice('13'.includes(compact[0]!) ? 1 : 2)
      if ('23'.includes(compact[0]!) || !path.startsWith(piece, offset)) return nodes
      offset += piece.length
      next = item.items[1]!
    }
    if (next.kind === 'bytes' && next.bytes.length !== 32) return nodes
    link = next.kind === 'bytes' ? next.bytes : null
    if (next.kind === 'list') item = next
  }
}

const keys = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 60 })
const keyOf = (number: number) => parseHex(`0x${number.toString(16).padStart(64, '0')}`)

test('law: a proof gives the value that is there, and null for one that is not', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 500 }), (present, asked) => {
      const all = new Map<string, Uint8Array>()
      const entries = present.map((number) => ({
        path: printHex(keccak256(keyOf(number))).slice(2),
        value: Uint8Array.of(1 + (number % 100)),
      }))
      const root = keccak256(nodeOf(entries, all).raw)
      const nodes = proofOf(root, keyOf(asked), all)
      const value = valueFromTrie(root, { key: keyOf(asked), nodes })
      expect(value?.[0] ?? null).toBe(present.includes(asked) ? 1 + (asked % 100) : null)
    }),
  )
})

test('law: a proof in which any bit was changed, or a node added or left out, does not hold', () => {
  const numbers = Array.from({ length: 80 }, (_, index) => index)
  const all = new Map<string, Uint8Array>()
  const entries = numbers.map((number) => ({
    path: printHex(keccak256(keyOf(number))).slice(2),
    value: Uint8Array.of(1 + number),
  }))
  const root = keccak256(nodeOf(entries, all).raw)
  const bits = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.nat(), fc.nat(), fc.nat({ max: 7 }))
  fc.assert(
    fc.property(bits, ([wantedKey, nodeAt, byteAt, bit]) => {
      const key = keyOf(wantedKey)
      const nodes = proofOf(root, key, all)
      const place = nodeAt % nodes.length
      const changed = nodes.map((node, index) => {
        if (index !== place) return node
        const copy = Uint8Array.from(node)
        copy[byteAt % copy.length]! ^= 1 << bit
        return copy
      })
      const bad = { code: expect.stringMatching(/^invalid_(trie_proof|rlp)$/) }
      const codeOf = (given: readonly Uint8Array[]) => {
        try {
          return { code: `value ${valueFromTrie(root, { key, nodes: given })}` }
        } catch (error) {
          return error
        }
      }
      expect(codeOf(changed)).toMatchObject(bad)
      expect(codeOf(nodes.slice(0, -1))).toMatchObject(bad)
      expect(codeOf([...nodes, nodes[0]!])).toMatchObject(bad)
    }),
  )
})

test('behavior: an empty trie holds nothing', () => {
  const root = keccak256(Uint8Array.of(0x80))
  expect(valueFromTrie(root, { key: keyOf(1), nodes: [] })).toBeNull()
  expect(valueFromTrie(root, { key: keyOf(1), nodes: [Uint8Array.of(0x80)] })).toBeNull()
})

test('law: RLP is as viem writes it, and read back', () => {
  const fields = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 })
  fc.assert(
    fc.property(fields, (list) => {
      const encoded = encodeRlpList(list)
      expect(printHex(encoded)).toBe(toRlp(list.map((field) => printHex(field))))
      const item = decodeRlp(encoded)
      const items = item.kind === 'list' ? item.items : []
      expect(items.map((one) => one.kind === 'bytes' && printHex(one.bytes))).toEqual(
        list.map((field) => printHex(field)),
      )
    }),
  )
})

test.each([
  ['0x', 'it is empty'],
  ['0x8100', 'a byte is longer than needed'],
  ['0xb800', 'its length is longer than needed'],
  [`0xb837${'11'.repeat(55)}`, 'its length is longer than needed'],
  [`0xb900${'38'.repeat(60)}`, 'its length is longer than needed'],
  ['0xb9ff', 'its length is none'],
  [`0xbc0100000000${'11'.repeat(60)}`, 'its length is none'],
  ['0xb90001ff', 'its length is longer than needed'],
  [`0xb838${'11'.repeat(55)}`, 'it ends too early'],
  ['0x82aa', 'it ends too early'],
  ['0xc1', 'it ends too early'],
  ['0x8000', 'bytes follow the value'],
  [nested(33), 'it nests too deep'],
])('error: InvalidRlpError for %s', (text, why) => {
  expect(() => decodeRlp(parseHex(text))).toThrow(
    expect.objectContaining({ code: 'invalid_rlp', facts: { why } }),
  )
})

test('default: lists nest 32 deep, and long strings take their length before them', () => {
  expect(decodeRlp(parseHex(nested(32))).kind).toBe('list')
  for (const size of [1, 55, 56, 255, 256, 65_536]) {
    const bytes = new Uint8Array(size).fill(0x99)
    const item = decodeRlp(toRlp(bytes, 'bytes'))
    expect(item).toMatchObject({ kind: 'bytes', bytes })
  }
})

/** An empty list within so many lists. */
function nested(depth: number): Hex {
  let item: readonly unknown[] = []
  for (let index = 0; index < depth; index++) item = [item]
  return toRlp(item as never)
}
