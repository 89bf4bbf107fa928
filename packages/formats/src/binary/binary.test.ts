import { readFileSync } from 'node:fs'
import { buildLeaf, buildLeafTree, legacyPaddingLeaf } from '@vaultwright/manager'
import { keccak256 } from '@vaultwright/merkle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { parseTreeFile } from '../parse.ts'
import { printSolidity } from '../solidity/solidity-print.ts'
import { fileOf } from '../tree/tree-file.ts'
import { decodeBinary, isBinary } from './binary-decode.ts'
import { encodeBinary } from './binary-encode.ts'

const folder = new URL('../../../../fixtures/trees/', import.meta.url)
const bytes = new Uint8Array(readFileSync(new URL('binary-1.vwtree', folder)))
const noAccounts = { vault: null, manager: null, accountant: null, decoder: null }

/** Gives bytes the checksum that belongs to them, so that what lies behind it is reached. */
function sealed(body: Uint8Array): Uint8Array {
  const inner = body.subarray(0, Math.max(0, body.length - 8))
  return Uint8Array.from([...inner, ...keccak256(inner).subarray(0, 8)])
}

test('default', () => {
  expect(isBinary(bytes)).toBe(true)
  const file = parseTreeFile(bytes)
  expect(file).toMatchObject({ format: 'binary', layout: 'prettier-2', findings: [] })
  const text = readFileSync(new URL('layout-prettier-2.json', folder), 'utf8')
  expect(printSolidity(file)).toBe(text)
  expect(encodeBinary(file)).toEqual(bytes)
})

test('behavior: any tree comes back, odd words included', () => {
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((raw) => `0x${Buffer.from(raw).toString('hex')}`)
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '\ud800', 'a\udc00b', '₮', '\u0000"\\'),
  )
  const leaf = fc
    .record({
      decoder: address,
      target: address,
      canSendValue: fc.boolean(),
      signature: texts,
      arguments: fc.array(address, { maxLength: 9 }),
      description: texts,
    })
    .map(buildLeaf)
  const shape = fc.record({
    leaves: fc.array(leaf, { minLength: 1, maxLength: 20 }),
    extra: fc.nat(2),
    decoder: fc.option(address),
  })
  fc.assert(
    fc.property(shape, ({ leaves, extra, decoder }) => {
      const capacity = 2 ** (Math.ceil(Math.log2(leaves.length)) + extra)
      const decoderAddress =
        decoder === null ? null : buildLeaf({ decoder, target: decoder, signature: '' }).decoder
      const options =
        decoderAddress === null
          ? { capacity }
          : { capacity, padding: legacyPaddingLeaf(decoderAddress) }
      const file = fileOf(buildLeafTree(leaves, options), {
        ...noAccounts,
        decoder: decoderAddress,
      })
      const back = decodeBinary(encodeBinary(file))
      expect(back.tree.leaves.slice(0, 1)).toEqual(file.tree.leaves.slice(0, 1))
      expect(back.tree.tree.nodes).toEqual(file.tree.tree.nodes)
      expect(back.metadata).toEqual(file.metadata)
      expect(printSolidity(back)).toBe(printSolidity(file))
    }),
  )
})

test('behavior: a sparse tree costs bytes in proportion', () => {
  const leaf = buildLeaf({
    decoder: `0x${'11'.repeat(20)}`,
    target: `0x${'22'.repeat(20)}`,
    signature: 'a()',
  })
  const file = fileOf(buildLeafTree([leaf], { capacity: 2 ** 16 }), noAccounts)
  const encoded = encodeBinary(file)
  expect(encoded.length).toBeGreaterThan(2 ** 16 / 64)
  expect(decodeBinary(encoded).tree.tree.nodes).toEqual(file.tree.tree.nodes)
})

test('error: DamagedBinaryError for every flipped bit and every truncation', () => {
  for (let index = 6; index < bytes.length; index++) {
    const flipped = bytes.slice()
    flipped[index]! ^= 1 << (index % 8)
    expect(() => decodeBinary(flipped)).toThrowError(
      expect.objectContaining({ code: 'damaged_binary' }),
    )
  }
  for (let size = 0; size < bytes.length; size += 7) {
    expect(() => decodeBinary(bytes.subarray(0, size))).toThrowError(
      expect.objectContaining({ code: 'damaged_binary' }),
    )
  }
})

test('error: DamagedBinaryError behind a right checksum, never another error or a large memory', () => {
  const edits = fc.array(fc.tuple(fc.nat(bytes.length - 9), fc.nat(255)), {
    minLength: 1,
    maxLength: 4,
  })
  const tail = fc.uint8Array({ maxLength: 200 })
  const inputs = fc.oneof(
    edits.map((list) => {
      const copy = bytes.slice()
      for (const [offset, byte] of list) if (offset > 6) copy[offset] = byte
      return sealed(copy)
    }),
    tail.map((rest) => sealed(Uint8Array.from([...bytes.subarray(0, 7), ...rest]))),
    tail.map((rest) => Uint8Array.from([...bytes.subarray(0, 7), ...rest])),
  )
  fc.assert(
    fc.property(inputs, (input) => {
      try {
        const file = decodeBinary(input)
        expect(file.tree.tree.capacity).toBeLessThanOrEqual(16_384)
      } catch (error) {
        expect(error).toMatchObject({ code: 'damaged_binary' })
      }
    }),
    { numRuns: runsOf(10) },
  )
})
