import fc from 'fast-check'
import { concat, encodeAbiParameters, type Hex, pad, parseAbiParameters, size, slice } from 'viem'
import { expect, test } from 'vitest'
import { parseAbiTuple } from '../../abi/abi-type.ts'
import { isEncoded } from './rule-encoding.ts'

const text = '(uint256 id, address to, uint64 amount, bytes32 txid, uint32 vout)'
const types = parseAbiParameters('uint256, address, uint64, bytes32, uint32')
const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => {
    return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as Hex
  })

test('law: what an encoder wrote can be decoded, with anything behind it and not cut short', () => {
  const drawn = fc.tuple(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    bytesOf(20),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    bytesOf(32),
    fc.nat(2 ** 32 - 1),
  )
  fc.assert(
    fc.property(drawn, fc.nat(159), (values, cut) => {
      const encoded = encodeAbiParameters(types, values as never)
      expect(isEncoded(parseAbiTuple(text), encoded)).toBe(true)
      expect(isEncoded(parseAbiTuple(text), concat([encoded, '0xff']))).toBe(true)
      const short = cut === 0 ? '0x' : slice(encoded, 0, cut)
      expect(isEncoded(parseAbiTuple(text), short)).toBe(false)
    }),
  )
})

test('refuses: a word that is not an address, and offsets beyond the end', () => {
  expect(isEncoded(parseAbiTuple('(address to)'), pad('0x01', { size: 32 }))).toBe(true)
  expect(isEncoded(parseAbiTuple('(address to)'), `0x${'01'.repeat(32)}`)).toBe(false)
  const list = encodeAbiParameters(parseAbiParameters('uint256[]'), [[1n, 2n]])
  expect(isEncoded(parseAbiTuple('(uint256[] list)'), list)).toBe(true)
  const shorter = slice(list, 0, size(list) - 32)
  expect(isEncoded(parseAbiTuple('(uint256[] list)'), shorter)).toBe(false)
})
