import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxAmount } from '../value/amount.ts'
import { type AllowanceEvent, type AllowanceKey, keyOf, planApprovals } from './approval.ts'

const owner = `0x${'11'.repeat(20)}` as const
const tokens = [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`] as const
const spenders = [`0x${'44'.repeat(20)}`, `0x${'55'.repeat(20)}`] as const
const pair: fc.Arbitrary<AllowanceKey> = fc
  .record({ token: fc.constantFrom(...tokens), spender: fc.constantFrom(...spenders) })
  .map((one) => ({ ...one, owner, drone: null, keeper: 'token' }))
const amount = fc.bigInt({ min: 1n, max: 1000n })
const events = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('need' as const), pair, amount }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('set' as const),
          pair,
          amount: fc.option(amount),
        }),
      },
    ),
    { maxLength: 12 },
  )
  .map((list) => list.map((event, at): AllowanceEvent => ({ ...event, at })))
const none = () => null
const plainPair: AllowanceKey = {
  owner,
  drone: null,
  keeper: 'token',
  token: tokens[0],
  spender: spenders[0],
}

test('default: every pull finds its allowance, and nothing but what was there or set is left over', () => {
  let closedCount = 0
  fc.assert(
    fc.property(
      events,
      fc.bigInt({ min: 0n, max: 1500n }),
      fc.boolean(),
      (list, before, resets) => {
        const planned = planApprovals(
          list,
          () => before,
          () => resets,
        )
        const allowed = new Map<string, bigint | null>()
        const granted = new Set<string>()
        const close = (key: string) => {
          if (!granted.delete(key)) return
          closedCount++
          expect(allowed.get(key)).toBe(0n)
        }
        for (const event of list) {
          const key = keyOf(event.pair)
          for (const plan of planned.filter((one) => one.at === event.at)) {
            granted.add(keyOf(plan.pair))
            const now = allowed.has(keyOf(plan.pair)) ? allowed.get(keyOf(plan.pair))! : before
            // Such a token takes a new allowance only over zero.
            if (resets && plan.amount > 0n && now !== null) expect(now).toBe(0n)
            allowed.set(keyOf(plan.pair), plan.amount)
          }
          const now = allowed.has(key) ? allowed.get(key)! : before
          if (event.kind === 'set') {
            close(key)
            allowed.set(key, event.amount)
          } else {
            if (now !== null) expect(now).toBeGreaterThanOrEqual(event.amount)
            if (now !== null) allowed.set(key, now - event.amount)
          }
        }
        for (const key of [...granted]) close(key)
      },
    ),
  )
  expect(closedCount).toBeGreaterThan(0)
})

test('behavior: needs of a pair are one approval of their sum in front of the first', () => {
  const otherPair = { ...plainPair, spender: spenders[1] }
  const list: readonly AllowanceEvent[] = [
    { kind: 'need', at: 0, pair: plainPair, amount: 3n },
    { kind: 'need', at: 1, pair: otherPair, amount: 5n },
    { kind: 'need', at: 2, pair: plainPair, amount: 4n },
  ]
  expect(planApprovals(list, none, () => false)).toMatchObject([
    { at: 0, amount: 7n },
    { at: 1, amount: 5n },
  ])
})

test('behavior: an approval that was wished for stands between sums', () => {
  const list: readonly AllowanceEvent[] = [
    { kind: 'need', at: 0, pair: plainPair, amount: 3n },
    { kind: 'set', at: 1, pair: plainPair, amount: 10n },
    { kind: 'need', at: 2, pair: plainPair, amount: 4n },
    { kind: 'set', at: 3, pair: plainPair, amount: 0n },
    { kind: 'need', at: 4, pair: plainPair, amount: 4n },
  ]
  expect(planApprovals(list, none, () => true)).toMatchObject([
    { at: 0, amount: 0n },
    { at: 0, amount: 3n },
    { at: 4, amount: 4n },
  ])
})

test('behavior: enough is left alone; less is reset first only where the token wants it', () => {
  const list: readonly AllowanceEvent[] = [{ kind: 'need', at: 0, pair: plainPair, amount: 5n }]
  const amounts = (before: bigint | null, resets: boolean | null) =>
    planApprovals(
      list,
      () => before,
      () => resets,
    ).map((one) => one.amount)
  expect(amounts(5n, true)).toEqual([])
  expect(amounts(4n, true)).toEqual([0n, 5n])
  expect(amounts(4n, false)).toEqual([5n])
  expect(amounts(0n, true)).toEqual([5n])
  expect(amounts(null, true)).toEqual([0n, 5n])
  expect(amounts(null, false)).toEqual([5n])
  expect(amounts(4n, null)).toEqual([0n, 5n])
  expect(amounts(null, null)).toEqual([5n])
})

test('behavior: sums end at 2^256 - 1', () => {
  const list: readonly AllowanceEvent[] = [
    { kind: 'need', at: 0, pair: plainPair, amount: maxAmount },
    { kind: 'need', at: 1, pair: plainPair, amount: 1n },
  ]
  expect(planApprovals(list, none, () => false)).toMatchObject([{ amount: maxAmount }])
})

test('behavior: things are approved one by one, by their numbers', () => {
  const list: readonly AllowanceEvent[] = [
    { kind: 'thing', at: 0, pair: plainPair, amount: 77n },
    { kind: 'thing', at: 1, pair: plainPair, amount: 78n },
  ]
  expect(
    planApprovals(
      list,
      () => maxAmount,
      () => true,
    ),
  ).toEqual([
    { at: 0, pair: plainPair, amount: 77n, order: 0, isThing: true },
    { at: 1, pair: plainPair, amount: 78n, order: 1, isThing: true },
  ])
})
