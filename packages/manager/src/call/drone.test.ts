import { type Hex, InvalidHexError, parseHex, printHex } from '@vaultwright/base'
import { InvalidAddressError } from '@vaultwright/merkle'
import fc from 'fast-check'
import { concat, encodeAbiParameters, getAddress, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { appendDroneTarget, droneFlag, droneTargetIn, droneTargetOf } from './drone.ts'
import { openBytesOf } from './opened-call.ts'

const data = fc.uint8Array({ minLength: 4, maxLength: 200 }).map(printHex)
const target = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((account) => account.some((byte) => byte !== 0))
  .map((account) => getAddress(printHex(account)))

test('default', () => {
  fc.assert(
    fc.property(data, target, (calldata, real) => {
      const call = appendDroneTarget(calldata, real)
      const suffix = encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes32' }],
        [real, droneFlag],
      )
      expect(call).toBe(concat([calldata, suffix]))
      expect(droneTargetOf(call)).toBe(real)
    }),
  )
})

test('behavior: the flag is the hash of its name', () => {
  expect(droneFlag).toBe(keccak256(toHex('DroneLib.target')))
})

test('behavior: a bare target is read too, from 68 bytes on', () => {
  fc.assert(
    fc.property(data, target, (calldata, real) => {
      const call = concat([calldata, real.toLowerCase() as Hex, droneFlag])
      const isLongEnough = (call.length - 2) / 2 >= 68
      expect(droneTargetOf(call)).toBe(isLongEnough ? real : null)
    }),
  )
})

test('behavior: a function without arguments is not a drone call in the short form, but is in the long', () => {
  const real = getAddress(`0x${'7e'.repeat(20)}`)
  const short = concat(['0xd0e30db0', real, droneFlag])
  expect((short.length - 2) / 2).toBe(56)
  expect(droneTargetOf(short)).toBeNull()
  expect(droneTargetOf(appendDroneTarget('0xd0e30db0', real))).toBe(real)
})

test('behavior: exactly 68 bytes are enough, 67 are not', () => {
  const tail = concat([`0x${'11'.repeat(20)}`, droneFlag])
  expect(droneTargetOf(concat([`0x${'ab'.repeat(16)}`, tail]))).toBe(
    getAddress(`0x${'11'.repeat(20)}`),
  )
  expect(droneTargetOf(concat([`0x${'ab'.repeat(15)}`, tail]))).toBeNull()
})

test('behavior: the zero address and a missing flag are not targets; upper case is read', () => {
  const zeroTarget = concat([`0x${'ab'.repeat(36)}`, `0x${'00'.repeat(20)}`, droneFlag])
  expect(droneTargetOf(zeroTarget)).toBeNull()
  expect(droneTargetOf(`0x${'ab'.repeat(100)}`)).toBeNull()
  expect(droneTargetOf('0x')).toBeNull()
  const call = appendDroneTarget('0xd0e30db0', `0x${'7e'.repeat(20)}`)
  expect(droneTargetOf(`0x${call.slice(2).toUpperCase()}`)).toBe(droneTargetOf(call))
})

test('law: bytes say what their text says: the target of a drone, and the selector', () => {
  const tail = fc.constantFrom(
    '',
    droneFlag.slice(2),
    droneFlag.slice(2, -2),
    `00${droneFlag.slice(4)}`,
  )
  const call = fc
    .tuple(fc.uint8Array({ maxLength: 80 }), tail)
    .map(([head, end]) => `${printHex(head)}${end}` as Hex)
  const drone = fc.tuple(data, target).map(([inner, real]) => appendDroneTarget(inner, real))
  fc.assert(
    fc.property(fc.oneof(call, drone), (text) => {
      const bytes = parseHex(text)
      expect(droneTargetIn(bytes)).toBe(droneTargetOf(text))
      const { selector, droneTarget } = openBytesOf({ target: '0x', value: 0n }, bytes)
      expect(selector).toBe(bytes.length < 4 ? null : text.slice(0, 10))
      expect(droneTarget).toBe(droneTargetOf(text))
    }),
  )
})

test('error: InvalidHexError', () => {
  expect(() => appendDroneTarget('0x123', `0x${'7e'.repeat(20)}`)).toThrow(InvalidHexError)
})

test('error: InvalidAddressError', () => {
  expect(() => appendDroneTarget('0x12345678', '0x12')).toThrow(InvalidAddressError)
})
