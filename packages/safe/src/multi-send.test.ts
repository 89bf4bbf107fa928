import { BaseError, type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { concatHex, encodeFunctionData, encodePacked, getAddress, parseAbi, size } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { SafeCall } from './call.ts'
import { decodeMultiSend, encodeMultiSend } from './multi-send.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(printHex)
const call: fc.Arbitrary<SafeCall> = fc.record({
  to: bytes(20).map((account) => getAddress(account)),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  data: fc.uint8Array({ maxLength: 100 }).map(printHex),
})
const calls = fc.array(call, { maxLength: 5 })
const abi = parseAbi(['function multiSend(bytes transactions) payable'])
const wrap = (packed: Hex) => encodeFunctionData({ abi, args: [packed] })
const packedOf = (operation: number, { to, value, data }: SafeCall) =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to, value, BigInt(size(data)), data],
  )
const single: SafeCall = {
  to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  value: 7n,
  data: '0x8456cb59',
}

test('default', () => {
  expect(encodeMultiSend([]).slice(0, 10)).toBe('0x8d80ff0a')
  fc.assert(
    fc.property(calls, (some) => {
      expect(decodeMultiSend(encodeMultiSend(some))).toEqual(some)
    }),
  )
})

test('behavior: the bytes are those that viem packs', () => {
  fc.assert(
    fc.property(calls, (some) => {
      const packed = concatHex(['0x', ...some.map((each) => packedOf(0, each))])
      expect(encodeMultiSend(some)).toBe(wrap(packed))
    }),
  )
})

test('law: what decodes after a flipped bit encodes to the same bytes', () => {
  fc.assert(
    fc.property(calls, fc.nat(), (some, place) => {
      const data = Buffer.from(encodeMultiSend(some).slice(2), 'hex')
      const bit = place % (8 * data.length)
      data[bit >> 3]! ^= 1 << (bit & 7)
      const changed = printHex(data)
      try {
        expect(encodeMultiSend(decodeMultiSend(changed))).toBe(changed)
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { numRuns: runsOf(5) },
  )
})

test('error: MultiSendOperationError for a call that borrows code', () => {
  const data = wrap(concatHex([packedOf(0, single), packedOf(1, single)]))
  expect(() => decodeMultiSend(data)).toThrow(
    expect.objectContaining({
      code: 'multi_send_operation',
      facts: { call: 1, operation: 1, to: single.to },
    }),
  )
})

test.each([
  ['a head that is cut', (packed: Hex) => packed.slice(0, -10) as Hex],
  ['bytes behind the last call', (packed: Hex) => concatHex([packed, '0x00'])],
  ['a length beyond the end', (packed: Hex) => packed.replace('048456', '058456') as Hex],
])('error: MultiSendLengthError for %s', (_, change) => {
  const error = expect.objectContaining({ code: 'multi_send_length' })
  expect(() => decodeMultiSend(wrap(change(packedOf(0, single))))).toThrow(error)
})

test.each([
  ['another function', '0x8456cb59' as Hex],
  ['nothing', '0x' as Hex],
  ['no hex', '0xzz' as Hex],
  ['bytes behind the end', concatHex([wrap('0x'), '0x00'])],
  ['dirty padding', wrap('0x01').replace(/.$/, '1') as Hex],
])('error: SafeCalldataError for %s', (_, data) => {
  expect(() => decodeMultiSend(data)).toThrow(expect.objectContaining({ code: 'safe_calldata' }))
})
