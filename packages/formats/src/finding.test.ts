import { readFileSync } from 'node:fs'
import { BaseError, isSound } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { parseTreeFile } from './parse.ts'
import { assertSound, UnsoundTreeError } from './tree/tree-file.ts'

const folder = new URL('../../../fixtures/trees/', import.meta.url)
const text = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const sound = text('layout-prettier-2.json')

/** Codes and paths of the findings of a text. */
function findingsOf(input: string): readonly (readonly unknown[])[] {
  return parseTreeFile(input).findings.map(({ code, leaf, facts }) => [code, leaf, facts.path])
}

/** Replaces the n-th match of a pattern. */
function replaceNth(input: string, pattern: RegExp, [nth, by]: readonly [number, string]): string {
  let count = 0
  return input.replace(pattern, (match) => (count++ === nth ? by : match))
}

test('default', () => {
  expect(parseTreeFile(sound).findings).toEqual([])
})

test('behavior: a wrong digest is found with slot, path, line and column', () => {
  const { findings } = parseTreeFile(text('damaged-digest.json'))
  expect(findings).toMatchObject([
    {
      code: 'digest_mismatch',
      severity: 'error',
      leaf: 3,
      facts: { path: 'leafs[3].LeafDigest', line: 63, column: 21 },
    },
  ])
})

test('behavior: a changed target is found in the leaf and in each layer above it', () => {
  expect(findingsOf(text('damaged-target.json'))).toEqual([
    ['digest_mismatch', 6, 'leafs[6].LeafDigest'],
    ['layer_mismatch', 6, 'MerkleTree["4"][6]'],
    ['layer_mismatch', null, 'MerkleTree["3"][3]'],
    ['layer_mismatch', null, 'MerkleTree["2"][1]'],
    ['layer_mismatch', null, 'MerkleTree["1"][0]'],
    ['layer_mismatch', null, 'MerkleTree["0"][0]'],
    ['root_mismatch', null, 'metadata.ManageRoot'],
  ])
})

test('behavior: a wrong inner node is found with its layer and index', () => {
  const { findings } = parseTreeFile(text('damaged-node.json'))
  expect(findings).toMatchObject([
    { code: 'layer_mismatch', facts: { layer: 2, index: 1, count: 1 } },
  ])
})

test('behavior: a leaf layer shorter than the leaves is found', () => {
  expect(findingsOf(text('damaged-short-layer.json'))).toEqual([
    ['layer_shape', null, 'MerkleTree["4"]'],
    ['root_mismatch', null, 'metadata.ManageRoot'],
  ])
})

test('behavior: leaves that are not a power of two are found', () => {
  const value = JSON.parse(sound)
  value.leafs.pop()
  expect(findingsOf(JSON.stringify(value))).toEqual([['slot_count_mismatch', null, 'leafs']])
})

test('behavior: a missing or surplus layer is found alone, where it is missing or stands', () => {
  const value = JSON.parse(sound)
  const layers = (change: object) => {
    const copy = { ...value, MerkleTree: { ...value.MerkleTree, ...change } }
    return parseTreeFile(JSON.stringify(copy, null, 2)).findings
  }
  expect(layers({ 4: undefined })).toMatchObject([
    {
      code: 'layer_shape',
      facts: { path: 'MerkleTree["4"]', stated: null, line: expect.any(Number) },
    },
  ])
  expect(layers({ 5: [value.MerkleTree[0][0]], 98: [] })).toMatchObject([
    { code: 'layer_shape', facts: { path: 'MerkleTree["5"]', stated: 1, expected: 0 } },
    { code: 'layer_shape', facts: { path: 'MerkleTree["98"]', stated: 0, expected: 0 } },
  ])
})

test('behavior: layers of seven eighths of their size, as a bad merge leaves them, are found', () => {
  const value = JSON.parse(sound)
  for (const layer of Object.values<unknown[]>(value.MerkleTree))
    layer.splice(Math.ceil(layer.length * 0.875))
  value.metadata.ManageRoot = `0x${'c0'.repeat(32)}`
  expect(findingsOf(JSON.stringify(value)).map(([code, , path]) => `${code} ${path}`)).toEqual([
    'layer_shape MerkleTree["4"]',
    'layer_shape MerkleTree["3"]',
    'root_mismatch metadata.ManageRoot',
  ])
})

test('behavior: one changed character of any value but a description is never overlooked', () => {
  const values = [...sound.matchAll(/"(\w+)": (?:"[^"]+"|\d+|true|false)|"[^"\n]+"(?!:)/g)]
  expect(values.length).toBeGreaterThan(150)
  for (const [index, match] of values.entries()) {
    if (match[1] === 'Description') continue
    const quoted = match[0].endsWith('"') ? 1 : 0
    const start = match[1] === undefined ? 1 : `"${match[1]}": `.length + quoted
    const offset = match.index + start + (index % (match[0].length - start - quoted))
    const code = sound.charCodeAt(offset)
    const changed = String.fromCharCode(code === 0x30 ? 0x31 : code ^ 1)
    expect([
      match[0],
      isNoticed(sound.slice(0, offset) + changed + sound.slice(offset + 1)),
    ]).toEqual([match[0], true])
  }
})

/** True if a text is refused with a type, or has a finding that is an error. */
function isNoticed(input: string): boolean {
  try {
    return !isSound(parseTreeFile(input).findings)
  } catch (error) {
    return error instanceof BaseError
  }
}

test.for([
  ['selector_mismatch', 2, /"FunctionSelector": "0x.{8}"/g, '"FunctionSelector": "0x01020304"'],
  [
    'packed_mismatch',
    2,
    /"PackedArgumentAddresses": "0x[^"]*"/g,
    '"PackedArgumentAddresses": "0x"',
  ],
  ['leaf_count_mismatch', 0, /"LeafCount": 13/g, '"LeafCount": 14'],
  ['capacity_mismatch', 0, /"TreeCapacity": 16/g, '"TreeCapacity": 32'],
  ['root_mismatch', 0, /"ManageRoot": "0x.{64}"/g, `"ManageRoot": "0x${'0'.repeat(64)}"`],
  ['composition_mismatch', 0, /Bytes4/g, 'Bytes5'],
  ['digest_mismatch', 15, /"LeafDigest": "0x.{64}"/g, `"LeafDigest": "0x${'0'.repeat(64)}"`],
  ['layer_shape', 0, /,\n {4}"4": \[[^\]]*\]|(?<=\{\n {4})"0": \[[^\]]*\],\n {4}/g, ''],
] as const)(
  'behavior: %s alone is found in a file where only that is wrong',
  ([code, nth, pattern, by]) => {
    const codes = findingsOf(replaceNth(sound, pattern, [nth, by])).map(([name]) => name)
    expect(new Set(codes)).toEqual(new Set([code]))
  },
)

test('behavior: a wrong checksum is an error, a missing one a warning', () => {
  const target = /"TargetAddress": "(0x.{40})"/g
  const address = [...sound.matchAll(target)][1]![1]!
  const flipped = address.replace(/[a-f]/, (letter) => letter.toUpperCase())
  expect(parseTreeFile(sound.replace(address, flipped)).findings).toMatchObject([
    { code: 'checksum_mismatch', severity: 'error', facts: { stated: flipped, expected: address } },
  ])
  expect(parseTreeFile(sound.replaceAll(address, address.toLowerCase())).findings).toContainEqual(
    expect.objectContaining({ code: 'checksum_missing', severity: 'warning' }),
  )
})

test('behavior: another composition is found at its first part', () => {
  expect(findingsOf(sound.replace('Bytes4(', 'Bytes5('))).toEqual([
    ['composition_mismatch', null, 'metadata.DigestComposition[3]'],
  ])
  const value = JSON.parse(sound)
  value.metadata.DigestComposition.push('Bytes1(MORE)')
  expect(findingsOf(JSON.stringify(value))).toEqual([
    ['composition_mismatch', null, 'metadata.DigestComposition[5]'],
  ])
})

test('behavior: a LeafIndex that is not the slot is kept and found', () => {
  const indexed = text('variant-leaf-index.json').replace('"LeafIndex": 5,', '"LeafIndex": 6,')
  expect(findingsOf(indexed)).toEqual([['leaf_index_mismatch', 5, 'leafs[5].LeafIndex']])
})

test('error: UnsoundTreeError', () => {
  const file = parseTreeFile(text('damaged-digest.json'))
  expect(() => assertSound(file)).toThrowError(UnsoundTreeError)
  expect(() => assertSound(file)).toThrowError(/leafs\[3\]\.LeafDigest/)
})
