import type { Address, Hex } from '@vaultwright/base'
import { appendDroneTarget, encodeManage } from '@vaultwright/manager'
import { vaultSelectors } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import type { CallFrame } from '../trace/call-frame.ts'
import type { Execution } from '../trace/execution.ts'
import { dronesIn, holderCallsIn, holdersOf, vaultInTrace } from './holder.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [vault, manager, drone, token, wallet] = [
  account('1'),
  account('2'),
  account('3'),
  account('4'),
  account('5'),
]
const approve: Hex = `0x095ea7b3${'00'.repeat(64)}`
const forwarded = appendDroneTarget(approve, token)
const frame = (more: Partial<CallFrame>): CallFrame => ({
  type: 'CALL',
  from: wallet,
  to: manager,
  input: '0x',
  output: '0x',
  value: 0n,
  error: null,
  calls: [],
  ...more,
})
const executionOf = (trace: CallFrame | null, isSuccess = true): Execution => ({
  isSuccess,
  returnData: '0x',
  halt: null,
  gasUsed: 1n,
  logs: [],
  trace,
  diff: null,
  nativeMoves: [],
  touched: [],
})
const passed = frame({ from: drone, to: token, input: forwarded })
const toDrone = frame({ from: vault, to: drone, input: forwarded, calls: [passed] })
const managed = frame({ from: manager, to: vault, input: vaultSelectors.manage, calls: [toDrone] })
const whole = executionOf(frame({ calls: [managed] }))
const request = { to: manager, data: '0x' } as const

test('default: the vault is whom the trace asks for what vaults do', () => {
  expect(vaultInTrace(whole, request)).toBe(vault)
  const failed = frame({ calls: [{ ...managed, error: 'execution reverted' }] })
  expect(vaultInTrace(executionOf(failed), request)).toBeNull()
  const direct = { to: vault, data: vaultSelectors.exit } as const
  expect(vaultInTrace(executionOf(null), direct)).toBe(vault)
  expect(vaultInTrace(executionOf(null), request)).toBeNull()
})

test('default: a drone that passes a call on is a holder, and its calls count', () => {
  const holders = holdersOf(vault, whole, request)
  expect(holders).toEqual([vault, drone])
  const failed = executionOf(frame({ calls: [{ ...managed, error: 'execution reverted' }] }), false)
  expect([dronesIn(vault, whole), dronesIn(vault, failed)]).toEqual([[drone], [drone]])
  expect(dronesIn(vault, executionOf(null))).toBeNull()
  const calls = holderCallsIn(whole, holders, request)
  expect(calls.map(({ from, target }) => [from, target])).toEqual([
    [vault, drone],
    [drone, token],
  ])
})

test('behavior: a contract that gets the flag and does not pass the call on is not a drone', () => {
  const idle = executionOf(frame({ calls: [{ ...toDrone, calls: [] }] }))
  expect(holdersOf(vault, idle, request)).toEqual([vault])
  expect(dronesIn(vault, idle)).toEqual([])
  const changed = frame({ from: drone, to: token, input: approve })
  const otherExecution = executionOf(frame({ calls: [{ ...toDrone, calls: [changed] }] }))
  expect([holdersOf(vault, otherExecution, request), dronesIn(vault, otherExecution)]).toEqual([
    [vault],
    [],
  ])
  expect(holdersOf(null, whole, request)).toEqual([])
  expect(holderCallsIn(whole, [], request)).toEqual([])
})

test('behavior: without a trace the calldata tells the same', () => {
  const call = { target: drone, data: forwarded, value: 0n, decoder: account('6'), proof: [] }
  const sentCall = { to: manager, data: encodeManage([call]) }
  const holders = holdersOf(vault, executionOf(null), sentCall)
  expect(holders).toEqual([vault, drone])
  const calls = holderCallsIn(executionOf(null), holders, sentCall)
  expect(calls.map(({ from, target }) => [from, target])).toEqual([
    [vault, drone],
    [drone, token],
  ])
  expect(holderCallsIn(executionOf(null, false), holders, sentCall)).toEqual([])
})
