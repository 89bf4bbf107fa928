import { type Hex, printHex } from '@vaultwright/base'
import { multicall3Abi, multicall3Address, multisigWalletAbi } from '@vaultwright/registry'
import fc from 'fast-check'
import { encodeFunctionData, getAddress, hashTypedData, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  encodeMulticall,
  isMulticall,
  multicallFunctions,
  multicallSelectors,
  readMulticall,
} from './multicall.ts'
import { openSignedCall } from './open-signed.ts'
import { approvalOf, safeHashesOf } from './signed-hash.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(printHex)
const row = fc.record({
  target: bytes(20).map((account) => getAddress(account)),
  allowFailure: fc.boolean(),
  value: fc.bigInt({ min: 0n, max: 2n ** 255n }),
  callData: fc.uint8Array({ maxLength: 70 }).map(printHex),
})
const rows = fc.array(row, { maxLength: 4 })
const account = getAddress(`0x${'22'.repeat(20)}`)
const opened = (data: Hex, operation: 'call' | 'delegatecall' = 'delegatecall') =>
  openSignedCall({ to: multicall3Address, value: 0n, operation, data })

/** Each function, as viem encodes it, and how many arguments stand before its calls. */
const encoders = {
  aggregate: (calls: never) => [calls],
  blockAndAggregate: (calls: never) => [calls],
  aggregate3: (calls: never) => [calls],
  aggregate3Value: (calls: never) => [calls],
  tryAggregate: (calls: never) => [false, calls],
  tryBlockAndAggregate: (calls: never) => [true, calls],
} as const
const names = Object.keys(encoders) as readonly (keyof typeof encoders)[]

test('law: the calls of each function are those that another encoder put in', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...names), (calls, name) => {
      const args = encoders[name](calls as never)
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: name, args } as never)
      const mayFail = (allowFailure: boolean) =>
        name === 'tryAggregate' || (name.startsWith('aggregate3') && allowFailure)
      expect(readMulticall(data)).toEqual({
        name,
        trailing: null,
        calls: calls.map(({ target, allowFailure, value, callData }) => ({
          to: target,
          value: name === 'aggregate3Value' ? value : 0n,
          data: callData,
          mayFail: mayFail(allowFailure),
        })),
      })
      const { children, kind } = opened(data)
      expect([kind, children.map(({ to }) => to)]).toEqual([
        'multicall',
        calls.map(({ target }) => target),
      ])
    }),
    { numRuns: runsOf(1) },
  )
})

test('golden: the selectors are those of the functions that make calls', () => {
  const makers = multicall3Abi.filter(({ name }) => /ggregate/.test(name))
  expect([...multicallSelectors].sort()).toEqual(
    makers.map((entry) => toFunctionSelector(entry)).sort(),
  )
  expect([multicall3Address, account, null].map(isMulticall)).toEqual([true, false, false])
})

test.each(multicallFunctions)(
  'golden: a nested Safe approves by borrowing Multicall3, as viem hashes it: %s',
  (multicall) => {
    const inner = getAddress(`0x${'11'.repeat(20)}`)
    const hash: Hex = `0x${'ab'.repeat(32)}`
    const approval = approvalOf(inner, hash, { nonce: 7n, multicall })
    const callData = encodeFunctionData({
      abi: multisigWalletAbi,
      functionName: 'approveHash',
      args: [hash],
    })
    const call = { target: inner, allowFailure: false, value: 0n, callData }
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: multicall,
      args: [[call]],
    } as never)
    const zero = `0x${'00'.repeat(20)}` as const
    const gas = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zero, refundReceiver: zero }
    const uint256 = ['value', 'safeTxGas', 'baseGas', 'gasPrice', 'nonce']
    const fieldNames = ['to', 'value', 'data', 'operation', 'safeTxGas', 'baseGas', 'gasPrice']
    const typeOf = (name: string) =>
      uint256.includes(name)
        ? 'uint256'
        : ({ data: 'bytes', operation: 'uint8' }[name] ?? 'address')
    const SafeTx = [...fieldNames, 'gasToken', 'refundReceiver', 'nonce'].map((name) => {
      return { name, type: typeOf(name) }
    })
    const transaction = { to: multicall3Address, value: 0n, data, operation: 1, nonce: 7n, ...gas }
    const expected = hashTypedData({
      domain: { chainId: 1, verifyingContract: account },
      types: { SafeTx },
      primaryType: 'SafeTx',
      message: transaction,
    })
    const safe = { safe: account, chainId: 1, version: '1.3.0' }
    expect(safeHashesOf(approval, safe).transaction).toBe(expected)
    expect(opened(approval.data)).toMatchObject({
      kind: 'multicall',
      notes: [],
      children: [{ kind: 'admin_call', to: inner, facts: { arguments: { hashToApprove: hash } } }],
    })
  },
)

test('refuses: what Multicall3 makes otherwise than as the Safe, or not at all, is said', () => {
  const call = { to: account, value: 0n, data: '0x8456cb59' } as const
  const data = encodeMulticall('aggregate3Value', [call])
  const kindsOf = (text: Hex, operation: 'call' | 'delegatecall' = 'delegatecall') =>
    opened(text, operation).notes.map(({ kind }) => kind)
  expect(kindsOf(data)).toEqual([])
  expect(kindsOf(data, 'call')).toEqual(['not_delegated'])
  expect(kindsOf(`${data}00`)).toEqual(['trailing_bytes'])
  expect(kindsOf(encodeMulticall('aggregate3Value', [{ ...call, value: 5n }]))).toEqual([
    'value_from_sender',
  ])
  const failing = [{ target: account, allowFailure: true, callData: call.data }]
  const may = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [failing],
  })
  expect(kindsOf(may)).toEqual(['may_fail'])
  const reading = encodeFunctionData({ abi: multicall3Abi, functionName: 'getChainId' })
  expect(opened(reading)).toMatchObject({ kind: 'call', notes: [{ kind: 'unknown_code' }] })
  // Another account may do anything by the same selector.
  const foreign = openSignedCall({ to: account, value: 0n, operation: 'delegatecall', data })
  expect(foreign).toMatchObject({ kind: 'call', children: [], notes: [{ kind: 'unknown_code' }] })
  expect(() => opened(data.slice(0, -64) as Hex)).toThrow('cannot be read')
})
