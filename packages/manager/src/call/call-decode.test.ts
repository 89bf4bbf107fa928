import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { parseSignature } from '../abi/abi-type.ts'
import { encodeCall } from '../abi/call-encode.ts'
import { decodeCall } from './call-decode.ts'

const swap =
  'swap((address tokenIn, int24 tick, bytes path) params, (uint256 amount, string note)[] legs, bytes4[2] tags, bool exact)'
const fn = parseSignature(swap)
const hexOf = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const anyValues = fc.tuple(
  fc.tuple(hexOf(20), fc.bigInt({ min: -8_388_608n, max: 8_388_607n }), fc.nat(70).chain(hexOf)),
  fc.array(
    fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.string({ unit: 'grapheme' })),
    {
      maxLength: 3,
    },
  ),
  fc.tuple(hexOf(4), hexOf(4)),
  fc.boolean(),
)

test('law: what was encoded is decoded to the same calldata, whatever follows it', () => {
  fc.assert(
    fc.property(anyValues, fc.nat(40).chain(hexOf), (values, trailing) => {
      const encoded = encodeCall(fn, values)
      const decoded = decodeCall(fn, `${encoded}${trailing.slice(2)}`)
      expect(encodeCall(fn, decoded.values)).toBe(encoded)
      expect([decoded.isCanonical, decoded.trailing]).toEqual([true, trailing])
    }),
  )
})

test('law: a changed byte is refused, seen in the values, or called not canonical', () => {
  fc.assert(
    fc.property(anyValues, fc.nat(), fc.integer({ min: 1, max: 255 }), (values, place, change) => {
      const encoded = encodeCall(fn, values)
      const bytes = Buffer.from(encoded.slice(2), 'hex')
      const index = 4 + (place % (bytes.length - 4))
      bytes[index]! ^= change
      try {
        const decoded = decodeCall(fn, `0x${bytes.toString('hex')}`)
        const again = `${encodeCall(fn, decoded.values)}${decoded.trailing.slice(2)}`
        expect(decoded.isCanonical ? again : 'hidden').toBe(
          decoded.isCanonical ? `0x${bytes.toString('hex')}` : 'hidden',
        )
      } catch (error) {
        expect(error).toMatchObject({ code: 'undecodable_call' })
      }
    }),
  )
})

test('golden: viem decodes the same values', () => {
  const abi = parseAbi([
    'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  ])
  const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const data = encodeFunctionData({ abi, args: [asset, 5n, asset, 7] })
  const decoded = decodeCall(parseSignature('supply(address,uint256,address,uint16)'), data)
  const [, amount, , code] = decodeFunctionData({ abi, data }).args
  expect(decoded.values).toEqual([asset, amount, asset, BigInt(code)])
})

test('golden: arguments whose offsets leave a gap are read and not canonical', () => {
  const data = `0x12345678${'40'.padStart(64, '0')}${'f'.repeat(64)}${'1'.padStart(64, '0')}${'ab'.padEnd(64, '0')}`
  const decoded = decodeCall(parseSignature('run(bytes data)'), data as `0x${string}`)
  expect(decoded).toEqual({ values: ['0xab'], trailing: '0x', isCanonical: false })
})

test('refuses: calldata that ends early, and lists that all point at the same bytes', () => {
  const run = parseSignature('run(bytes[] data)')
  expect(() => decodeCall(run, '0x12345678')).toThrow(
    expect.objectContaining({ code: 'undecodable_call' }),
  )
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const count = 200
  const heads = Array.from({ length: count }, () => word(32 * count)).join('')
  const body = `${word(32)}${word(count)}${heads}${word(3200)}${'ab'.repeat(3200)}`
  expect(() => decodeCall(run, `0x12345678${body}`)).toThrow(
    expect.objectContaining({ code: 'undecodable_call' }),
  )
})
