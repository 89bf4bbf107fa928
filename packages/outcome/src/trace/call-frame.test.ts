import type { Address, Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { type CallFrame, haltOf, nativeMovesOf, settledFramesOf } from './call-frame.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [first, two] = [account('1'), account('2')]
const frame = (more: Partial<CallFrame>): CallFrame => ({
  type: 'CALL',
  from: first,
  to: two,
  input: '0x',
  output: '0x',
  value: 0n,
  error: null,
  calls: [],
  ...more,
})
const reverted = (output: Hex, calls: readonly CallFrame[] = []) =>
  frame({ error: 'execution reverted', output, calls })

test('default: what failed, or is inside what failed, did not happen', () => {
  const lost = frame({ value: 3n })
  const root = frame({ value: 5n, calls: [reverted('0x', [lost]), frame({ value: 7n })] })
  expect(settledFramesOf(root).length).toBe(2)
  expect(nativeMovesOf(root).map(({ amount }) => amount)).toEqual([5n, 7n])
})

test('behavior: borrowed code moves no coin, a contract that ends does', () => {
  const calls = [
    frame({ type: 'DELEGATECALL', value: 5n }),
    frame({ type: 'SELFDESTRUCT', value: 9n }),
  ]
  expect(nativeMovesOf(frame({ calls }))).toEqual([{ from: first, to: two, amount: 9n }])
})

test.each<readonly [string, CallFrame, string | null]>([
  ['success', frame({}), null],
  ['out of gas', frame({ error: 'out of gas' }), 'out of gas'],
  ['a silent revert', reverted('0x'), null],
  [
    'inside a silent revert',
    reverted('0x', [frame({ error: 'invalid opcode' })]),
    'invalid opcode',
  ],
  [
    'behind FailedInnerCall',
    reverted('0x1425ea42', [frame({ error: 'out of gas' })]),
    'out of gas',
  ],
  ['caught, and then a reason', reverted('0x12345678', [frame({ error: 'out of gas' })]), null],
])('behavior: what stopped the EVM: %s', (_, root, halt) => {
  expect(haltOf(root)).toBe(halt)
})
