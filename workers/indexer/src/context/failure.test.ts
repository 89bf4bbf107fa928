import {
  HistoryPrunedError,
  LogRangeError,
  NoCodeError,
  RpcRefusedError,
  RpcTimeoutError,
} from '@vaultwright/chain'
import { StoreUnavailableError } from '@vaultwright/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RawReadingError } from '../reading/raw-reading.ts'
import { retryDecisionOf, retryPolicyOf } from './failure.ts'

const random = () => 0.5
const refused = (message: string) =>
  new RpcRefusedError('eth_call', { code: -32_000, message, data: null })

test('default', () => {
  const timeout = new RpcTimeoutError('node', 1_000)
  expect(retryDecisionOf(timeout, 1, random)).toEqual({ kind: 'retry', afterMs: 750 })
  expect(retryDecisionOf(timeout, 4, random)).toEqual({ kind: 'retry', afterMs: 6_000 })
  expect(retryDecisionOf(timeout, 1_000, random)).toEqual({ kind: 'retry', afterMs: 450_000 })
  expect(retryDecisionOf(new RawReadingError('no'), 1, random)).toEqual({ kind: 'park' })
})

test('behavior: what a node refuses for now is asked again, what it refuses for good a few times', () => {
  expect(retryDecisionOf(refused('rate limit'), 99, random).kind).toBe('retry')
  expect(retryDecisionOf(refused('this cannot be'), 4, random).kind).toBe('retry')
  expect(retryDecisionOf(refused('this cannot be'), 5, random).kind).toBe('park')
})

test('behavior: logs of one block that do not come in time are asked for as long as it takes', () => {
  const silent = new LogRangeError(7n, new RpcTimeoutError('node', 1_000))
  expect(retryDecisionOf(silent, 99, random).kind).toBe('retry')
  const tooMany = new LogRangeError(7n, refused('query returned more than 10000 results'))
  expect(retryDecisionOf(tooMany, 4, random).kind).toBe('retry')
  expect(retryDecisionOf(tooMany, 5, random).kind).toBe('park')
})

test('behavior: a bug is tried a few times, and given up', () => {
  expect(retryDecisionOf(new TypeError('undefined is not a function'), 4, random).kind).toBe(
    'retry',
  )
  expect(retryDecisionOf(new TypeError('undefined is not a function'), 5, random).kind).toBe('park')
  expect(retryDecisionOf('thrown', 5, random).kind).toBe('park')
})

test('behavior: a database that is locked, and a vault that is not there yet, are waited for', () => {
  expect(retryPolicyOf(new StoreUnavailableError('x', null))).toBe('again')
  expect(retryPolicyOf(new NoCodeError(`0x${'1'.repeat(40)}`, 1))).toBe('again')
  const pruned = { code: -32_000, message: 'missing trie node', data: null }
  expect(retryPolicyOf(new HistoryPrunedError('eth_call', pruned))).toBe('park')
})

test('law: waiting grows to ten minutes, never beyond, and half of it is chance at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, chance) => {
        const decision = retryDecisionOf(new RpcTimeoutError('node', 1), attempt, () => chance)
        const whole = Math.min(600_000, 1_000 * 2 ** Math.min(attempt - 1, 30))
        expect(decision.kind === 'retry' && decision.afterMs).toBeGreaterThanOrEqual(whole / 2)
        expect(decision.kind === 'retry' && decision.afterMs).toBeLessThanOrEqual(whole)
      },
    ),
  )
})
