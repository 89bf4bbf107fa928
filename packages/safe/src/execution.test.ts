import { BaseError, type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import {
  decodeSafeExecution,
  encodeSafeExecution,
  packSafeSignatures,
  type SafeExecution,
} from './execution.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 100)
const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(printHex)
const address = bytes(20).map((account) => getAddress(account))
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const data = fc.uint8Array({ maxLength: 100 }).map(printHex)
const executions: fc.Arbitrary<SafeExecution> = fc.record({
  to: address,
  value: uint,
  data,
  signatures: data,
  operation: fc.constantFrom('call', 'delegatecall'),
  safeTxGas: uint,
  baseGas: uint,
  gasPrice: uint,
  gasToken: address,
  refundReceiver: address,
})
const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])
const someone = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const argumentsOf = (one: SafeExecution, operation: number) =>
  [
    ...([one.to, one.value, one.data, operation, one.safeTxGas, one.baseGas] as const),
    ...([one.gasPrice, one.gasToken, one.refundReceiver, one.signatures] as const),
  ] as const

test('default', () => {
  fc.assert(
    fc.property(executions, (one) => {
      const calldata = encodeSafeExecution(one)
      const operation = one.operation === 'call' ? 0 : 1
      expect(calldata.slice(0, 10)).toBe('0x6a761202')
      expect(calldata).toBe(encodeFunctionData({ abi, args: argumentsOf(one, operation) }))
      expect(decodeSafeExecution(calldata)).toEqual(one)
    }),
    { numRuns },
  )
})

test('law: what decodes after a flipped bit encodes to the same bytes', () => {
  fc.assert(
    fc.property(executions, fc.nat(), (one, place) => {
      const changed = Buffer.from(encodeSafeExecution(one).slice(2), 'hex')
      const bit = place % (8 * changed.length)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      try {
        expect(encodeSafeExecution(decodeSafeExecution(printHex(changed)))).toBe(printHex(changed))
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { numRuns: numRuns * 5 },
  )
})

test('law: signatures stand in the order of their owners', () => {
  const one = fc.record({ owner: address, signature: bytes(65) })
  const many = fc.uniqueArray(one, { selector: ({ owner }) => owner, maxLength: 6 })
  fc.assert(
    fc.property(many, (signatures) => {
      const expected = signatures
        .toSorted((a, b) => (a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1))
        .map(({ signature }) => signature.slice(2))
      expect(packSafeSignatures(signatures)).toBe(`0x${expected.join('')}`)
    }),
    { numRuns },
  )
})

test('error: SafeCalldataError for another function and another operation', () => {
  const pause: Hex = '0x8456cb59'
  const [one] = fc.sample(executions, 1)
  const strange = encodeFunctionData({ abi, args: argumentsOf(one!, 2) })
  const owners = encodeFunctionData({ abi: parseAbi(['function getOwners()']) })
  for (const calldata of [pause, owners, strange]) {
    expect(() => decodeSafeExecution(calldata)).toThrow(
      expect.objectContaining({ code: 'safe_calldata' }),
    )
  }
})

test('error: InvalidSafeCallError and InvalidSafeTransactionError before anything is encoded', () => {
  const [one] = fc.sample(executions, 1)
  expect(() => encodeSafeExecution({ ...one!, safeTxGas: -1n })).toThrow(
    expect.objectContaining({ code: 'invalid_safe_transaction' }),
  )
  expect(() => encodeSafeExecution({ ...one!, to: '0x' })).toThrow(
    expect.objectContaining({ code: 'invalid_safe_call' }),
  )
})

test.each(['0xzz', '0x123', ''])('error: InvalidHexError for the signatures %j', (signatures) => {
  const [one] = fc.sample(executions, 1)
  expect(() => encodeSafeExecution({ ...one!, signatures: signatures as Hex })).toThrow(
    expect.objectContaining({ code: 'invalid_hex' }),
  )
})

test('error: SafeSignatureError for 64 bytes, and for an owner who signs twice', () => {
  const signature: Hex = `0x${'ab'.repeat(65)}`
  const short = signature.slice(0, -2) as Hex
  const refusal = expect.objectContaining({ code: 'safe_signature' })
  expect(() => packSafeSignatures([{ owner: someone, signature: short }])).toThrow(refusal)
  const twice = [
    { owner: someone, signature },
    { owner: someone.toLowerCase() as Hex, signature },
  ] as const
  expect(() => packSafeSignatures(twice)).toThrow(refusal)
})
