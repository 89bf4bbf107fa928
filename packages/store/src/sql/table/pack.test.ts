import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packCached, packReceipt, packText, unpackText } from './pack.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.integer({ min: 0, max: 10_000 }).map((length) => 'ä'.repeat(length)),
)

test('law: what is packed is what is unpacked, whatever its length', () => {
  fc.assert(
    fc.property(text, (one) => {
      for (const pack of [packText, packReceipt, (one: string) => packCached(Buffer.from(one))])
        expect(unpackText(pack(one))).toBe(one)
    }),
  )
})

test('golden: zlib reads both forms, and receipts of a few thousand letters are plain', () => {
  const receipt = '{"formula":"daily@1"}'.repeat(100)
  expect(Buffer.from(packReceipt(receipt)).includes(receipt)).toBe(true)
  expect(packText(receipt).length).toBeLessThan(receipt.length / 10)
  expect(packReceipt(receipt.repeat(4)).length).toBeLessThan(receipt.length / 10)
  // Receipts of before are compressed.
  expect(unpackText(deflateRawSync(receipt))).toBe(receipt)
})

test('refuses: bytes that are damaged', () => {
  const packed = packReceipt('{"formula":"daily@1"}')
  for (const damaged of [packed.slice(0, -1), Uint8Array.of(...packed.slice(0, 1), 9, 9)]) {
    expect(() => unpackText(damaged)).toThrow(expect.objectContaining({ code: 'store_damaged' }))
  }
})
