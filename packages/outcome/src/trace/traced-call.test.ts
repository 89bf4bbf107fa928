import type { Address, Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CallFrame, framesOf, nativeMovesOf } from './call-frame.ts'
import {
  maxTracedBytes,
  maxTracedCalls,
  maxTracedDepth,
  type TracedCall,
  tracedCallsOf,
} from './traced-call.ts'

const account = fc.constantFrom<Address>(`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`)
const frameOf: (depth?: number) => fc.Arbitrary<CallFrame> = fc.memo((depth) =>
  fc.record({
    type: fc.constantFrom('CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE', 'CREATE'),
    from: account,
    to: fc.option(account),
    input: fc.constantFrom<Hex>('0x', '0x12345678'),
    output: fc.constantFrom<Hex>('0x', '0x12345678'),
    value: fc.bigInt({ min: 0n, max: 9n }),
    error: fc.option(fc.constantFrom('execution reverted', 'out of gas'), { freq: 1 }),
    calls: depth <= 1 ? fc.constant<CallFrame[]>([]) : fc.array(frameOf(), { maxLength: 4 }),
  }),
)
const anyFrame: fc.Arbitrary<CallFrame> = frameOf(5)

/** The movements of the coin that a flat list tells: what failed took everything inside back. */
function movesOf(calls: readonly TracedCall[]) {
  let failedAt = Number.POSITIVE_INFINITY
  return calls.flatMap(({ depth, from, to, value, error }) => {
    if (depth <= failedAt) failedAt = error === null ? Number.POSITIVE_INFINITY : depth
    const isLost = depth >= failedAt
    return isLost || value === 0n || to === null ? [] : [{ from, to, amount: value }]
  })
}

test('law: the values of a trace are what moved of the coin, and its depths are the tree', () => {
  fc.assert(
    fc.property(anyFrame, (root) => {
      const { calls, leftOut } = tracedCallsOf(root)
      const frames = framesOf(root)
      expect(calls.length + leftOut).toBe(frames.length)
      if (leftOut > 0) return
      expect(calls.map(({ from, to }) => [from, to])).toEqual(
        frames.map(({ from, to }) => [from, to]),
      )
      expect(movesOf(calls)).toEqual(nativeMovesOf(root))
    }),
  )
})

const plain: CallFrame = {
  type: 'CALL',
  from: `0x${'1'.repeat(40)}`,
  to: `0x${'2'.repeat(40)}`,
  input: '0x',
  output: '0x',
  value: 0n,
  error: null,
  calls: [],
}

test('refuses: more calls, deeper calls and longer data than a trace keeps are counted, not kept', () => {
  const wide = { ...plain, calls: Array.from({ length: 10_000 }, () => plain) }
  const { calls, leftOut } = tracedCallsOf(wide)
  expect([calls.length, leftOut]).toEqual([maxTracedCalls, 10_001 - maxTracedCalls])
  let deep = plain
  for (let depth = 0; depth < 1_000; depth++) deep = { ...plain, calls: [deep] }
  expect(tracedCallsOf(deep)).toMatchObject({ leftOut: 1_000 - maxTracedDepth })
  const long = { ...plain, input: `0x${'ab'.repeat(5_000)}` as const }
  const [call] = tracedCallsOf(long).calls
  expect(call).toMatchObject({ size: 5_000, data: `0x${'ab'.repeat(maxTracedBytes)}` })
})

test('default: an error stands at the call that failed', () => {
  const failed = { ...plain, error: 'execution reverted', output: '0x12345678' as const }
  const { calls } = tracedCallsOf({ ...plain, output: '0x01', calls: [failed] })
  expect(calls.map(({ error, revert }) => [error, revert])).toEqual([
    [null, null],
    ['execution reverted', '0x12345678'],
  ])
})
