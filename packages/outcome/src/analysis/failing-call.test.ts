import type { Address, Hex } from '@vaultwright/base'
import { encodeManage, type ManageCall } from '@vaultwright/manager'
import { managerAbi, vaultSelectors } from '@vaultwright/registry'
import { encodeErrorResult } from 'viem'
import { expect, test } from 'vitest'
import { decodeRevert } from '../decode/revert.ts'
import type { CallFrame } from '../trace/call-frame.ts'
import type { Execution } from '../trace/execution.ts'
import { failingCallOf } from './failing-call.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [manager, sender, token, vault] = [account('1'), account('2'), account('3'), account('4')]
const callWith = (data: Hex): ManageCall => ({
  target: token,
  data,
  value: 0n,
  decoder: account('5'),
  proof: [],
})
const calls = [callWith('0x11111111'), callWith('0x22222222'), callWith('0x22222222')]
const data = encodeManage(calls)
const request = { from: sender, to: manager, data }

const frame = (more: Partial<CallFrame>): CallFrame => ({
  type: 'CALL',
  from: manager,
  to: vault,
  input: '0x',
  output: '0x',
  value: 0n,
  error: null,
  calls: [],
  ...more,
})
const supply = frame({ type: 'STATICCALL', input: '0x18160ddd' })
const managed = frame({ input: vaultSelectors.manage })
const failed = frame({ input: vaultSelectors.manage, error: 'execution reverted' })
const batch = (...inner: readonly CallFrame[]) =>
  frame({ from: sender, to: manager, input: data, error: 'execution reverted', calls: inner })

function answerOf(trace: CallFrame | null, returnData: Hex = '0x', asked = request) {
  const execution: Execution = {
    isSuccess: false,
    returnData,
    halt: null,
    gasUsed: 1n,
    logs: [],
    trace,
    diff: null,
    nativeMoves: [],
    touched: [],
  }
  return failingCallOf(execution, decodeRevert(returnData), asked)
}

test('default: the trace tells which call was made and failed, or refused', () => {
  expect(answerOf(batch(supply, managed, failed)).call).toMatchObject({
    path: [1],
    stage: 'execution',
    data: '0x22222222',
  })
  expect(answerOf(batch(supply)).call).toMatchObject({ path: [0], stage: 'verification' })
  expect(answerOf(batch(supply, managed, managed)).call).toMatchObject({ path: [2] })
})

test('behavior: a batch inside another transaction is found', () => {
  const outer = frame({ to: account('6'), error: 'execution reverted', calls: [batch(supply)] })
  const unlisted = { ...request, to: account('6'), data: '0x12345678' as const }
  expect(answerOf(outer, '0x', unlisted).call).toMatchObject({ path: [0] })
})

test.each([
  ['before its first call', batch()],
  ['what they left', batch(supply, managed, managed, managed)],
])('behavior: no call is to blame: %s', (why, trace) => {
  expect(answerOf(trace)).toEqual({ call: null, unknown: expect.stringContaining(why) })
})

test('behavior: without a trace the revert names the call, equal ones the first', () => {
  const refusal = (targetData: Hex) =>
    encodeErrorResult({
      abi: managerAbi,
      errorName: 'ManagerWithMerkleVerification__FailedToVerifyManageProof',
      args: [token, targetData, 0n],
    })
  expect(answerOf(null, refusal('0x22222222')).call).toMatchObject({ path: [1] })
  expect(answerOf(null, refusal('0x33333333')).call).toBeNull()
  expect(answerOf(null, '0x').unknown).toContain('no trace')
  expect(answerOf(null, '0x', { ...request, data: '0x' }).unknown).toContain('not a batch')
})
