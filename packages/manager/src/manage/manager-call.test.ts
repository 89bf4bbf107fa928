import { type Hex, printHex } from '@vaultwright/base'
import { managerAbi, managerErrorSelectors, managerTopics } from '@vaultwright/registry'
import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  decodeManagerCall,
  decodeManagerLog,
  encodePause,
  encodeSetManageRoot,
  encodeUnpause,
  InvalidLogError,
  UnknownFunctionError,
} from './manager-call.ts'
import { decodeManagerRevert } from './manager-revert.ts'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(printHex)
const address = bytes(20).map((account) => getAddress(account))
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

function arbitraryOf(type: string): fc.Arbitrary<unknown> {
  if (type.endsWith('[]')) return fc.array(arbitraryOf(type.slice(0, -2)), { maxLength: 3 })
  if (type === 'address') return address
  if (type === 'uint256') return uint
  if (type === 'bool') return fc.boolean()
  if (type === 'bytes') return fc.uint8Array({ maxLength: 70 }).map(printHex)
  if (type === 'string') return fc.string({ unit: 'grapheme', maxLength: 40 })
  return bytes(32)
}
const argumentsOf = (inputs: readonly { readonly type: string }[]) =>
  fc.tuple(...inputs.map((input) => arbitraryOf(input.type)))
const named = (inputs: readonly { readonly name: string }[], values: readonly unknown[]) =>
  Object.fromEntries(inputs.map((input, index) => [input.name, values[index]]))

test('default', () => {
  let functionCount = 0
  for (const item of managerAbi) {
    if (item.type !== 'function') continue
    functionCount++
    fc.assert(
      fc.property(argumentsOf(item.inputs), (args) => {
        // biome-ignore lint/suspicious/noExplicitAny: viem infers one function at a time
        const data = encodeFunctionData({ abi: [item], functionName: item.name, args } as any)
        expect(decodeManagerCall(data)).toEqual({
          name: item.name,
          arguments: named(item.inputs, args),
        })
      }),
      { numRuns: runsOf(1 / 5) },
    )
  }
  expect(functionCount).toBeGreaterThan(10)
})

test('behavior: roots and pauses are encoded as viem does', () => {
  fc.assert(
    fc.property(address, bytes(32), (strategist, root) => {
      const args = [strategist, root] as const
      const data = encodeSetManageRoot(strategist, root)
      expect(data).toBe(
        encodeFunctionData({ abi: managerAbi, functionName: 'setManageRoot', args }),
      )
      const call = decodeManagerCall(data)
      if (call.name !== 'setManageRoot') throw new Error(call.name)
      expect(call.arguments.manageRoot).toBe(root)
      expect(call.arguments.strategist).toBe(strategist)
    }),
  )
  expect(encodePause()).toBe('0x8456cb59')
  expect(encodeUnpause()).toBe('0x3f4ba83a')
})

test('behavior: every error of the Manager comes back by name with its arguments', () => {
  for (const item of managerAbi) {
    if (item.type !== 'error') continue
    fc.assert(
      fc.property(argumentsOf(item.inputs), (args) => {
        // biome-ignore lint/suspicious/noExplicitAny: viem infers one error at a time
        const data = encodeErrorResult({ abi: [item], errorName: item.name, args } as any)
        expect(decodeManagerRevert(data)).toMatchObject({
          name: item.name,
          arguments: named(item.inputs, args),
          data,
        })
      }),
      { numRuns: runsOf(1 / 5) },
    )
  }
  expect(Object.keys(managerErrorSelectors).length).toBe(19)
})

test('behavior: an error says where it comes from; what is unknown is kept', () => {
  const unauthorized = encodeErrorResult({
    abi: managerAbi,
    errorName: 'Error',
    args: ['UNAUTHORIZED'],
  })
  expect(decodeManagerRevert(unauthorized)).toMatchObject({
    origin: 'solidity',
    name: 'Error',
    arguments: { message: 'UNAUTHORIZED' },
  })
  expect(decodeManagerRevert('0x1425ea42')).toMatchObject({ origin: 'bubbled' })
  expect(decodeManagerRevert('0xcbdece43')).toMatchObject({
    origin: 'manager',
    name: 'ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringManagement',
  })
  const unknown = { origin: 'unknown', name: null }
  expect(decodeManagerRevert('0x')).toEqual({ ...unknown, selector: null, data: '0x' })
  expect(decodeManagerRevert('0xabcdef')).toEqual({ ...unknown, selector: null, data: '0xabcdef' })
  expect(decodeManagerRevert('0xABCDEF0102')).toEqual({
    ...unknown,
    selector: '0xabcdef01',
    data: '0xabcdef0102',
  })
  // Only begins like a known error.
  expect(decodeManagerRevert('0x08c379a0ff')).toMatchObject(unknown)
})

test('behavior: every event of the Manager comes back by name', () => {
  let eventCount = 0
  for (const item of managerAbi) {
    if (item.type !== 'event') continue
    eventCount++
    const inputs: readonly { name: string; type: string; indexed?: boolean }[] = item.inputs
    fc.assert(
      fc.property(argumentsOf(inputs), (args) => {
        const values = named(inputs, args)
        // biome-ignore lint/suspicious/noExplicitAny: viem infers one event at a time
        const topics = encodeEventTopics({ abi: [item], eventName: item.name, args: values } as any)
        const unindexed = inputs.filter((input) => input.indexed !== true)
        const data = encodeAbiParameters(
          unindexed,
          unindexed.map((input) => values[input.name]),
        )
        expect(decodeManagerLog(topics as Hex[], data)).toEqual({
          name: item.name,
          arguments: values,
        })
      }),
      { numRuns: runsOf(1 / 5) },
    )
  }
  expect(eventCount).toBeGreaterThan(3)
})

test('behavior: a log of another contract is null', () => {
  expect(decodeManagerLog([`0x${'ab'.repeat(32)}`], '0x')).toBeNull()
  expect(decodeManagerLog([], '0x')).toBeNull()
})

test('error: UnknownFunctionError', () => {
  expect(() => decodeManagerCall('0x12345678')).toThrow(UnknownFunctionError)
})

test('error: InvalidLogError', () => {
  expect(() => decodeManagerLog([managerTopics.ManageRootUpdated], '0x')).toThrow(InvalidLogError)
})

test('error: TrailingCalldataError', () => {
  expect(() => decodeManagerCall('0x8456cb5900')).toThrow(
    expect.objectContaining({ code: 'trailing_calldata' }),
  )
})
