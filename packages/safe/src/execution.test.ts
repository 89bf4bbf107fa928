import { type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { encodeSafeExecution, readSafeExecution, type SafeExecution } from './execution.ts'

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
    }),
  )
})

test('error: InvalidSafeCallError and InvalidSafeTransactionError before anything is encoded', () => {
  const [execution] = fc.sample(executions, 1)
  expect(() => encodeSafeExecution({ ...execution!, safeTxGas: -1n })).toThrow(
    expect.objectContaining({ code: 'invalid_safe_transaction' }),
  )
  expect(() => encodeSafeExecution({ ...execution!, to: '0x' })).toThrow(
    expect.objectContaining({ code: 'invalid_safe_call' }),
  )
})

test.each(['0xzz', '0x123', ''])('error: InvalidHexError for the signatures %j', (signatures) => {
  const [execution] = fc.sample(executions, 1)
  expect(() => encodeSafeExecution({ ...execution!, signatures: signatures as Hex })).toThrow(
    expect.objectContaining({ code: 'invalid_hex' }),
  )
})

test('law: an execution is read back as it was, with the bytes that follow it', () => {
  fc.assert(
    fc.property(executions, data, (one, tail) => {
      const { execution, trailing } = readSafeExecution(
        `${encodeSafeExecution(one)}${tail.slice(2)}`,
      )
      expect(execution).toEqual(one)
      expect(trailing?.bytes ?? '0x').toBe(tail)
    }),
  )
})

test('refuses: an operation that no Safe runs, with its byte', () => {
  const [execution] = fc.sample(executions, 1)
  const calldata = encodeFunctionData({ abi, args: argumentsOf(execution!, 2) })
  expect(() => readSafeExecution(calldata)).toThrow(
    expect.objectContaining({
      code: 'safe_calldata',
      message: expect.stringContaining('its operation is 2, which no Safe runs'),
      facts: expect.objectContaining({ offset: 131 }),
    }),
  )
  // Selector, three words, and all but the last byte of the fourth.
  expect(calldata.slice(2 + 2 * 131, 4 + 2 * 131)).toBe('02')
})
