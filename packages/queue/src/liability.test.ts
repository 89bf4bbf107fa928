import type { Address, Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashNeedOf, liabilitiesOf } from './liability.ts'
import { emptyQueue, type WithdrawQueue } from './queue.ts'
import type { QueuedRequest } from './request.ts'

const now = 1_795_219_188
const day = 86_400
const asset: Address = '0x00000000000000000000000000000000000000C1'

/** A queue with requests that mature so many seconds from now, a thousand seconds long. */
function queueOf(
  ...rows: readonly { readonly maturesIn: number; readonly assets?: bigint }[]
): WithdrawQueue {
  const requests = rows.map(({ maturesIn, assets = 100n }, index): QueuedRequest => {
    const id = `0x${String(index).padStart(64, '0')}` as Hex
    const times = { creationTime: now - day, secondsToDeadline: 1_000 }
    const amounts = { amountOfShares: 10n ** 18n, amountOfAssets: assets }
    const log = { block: 1n, blockHash: id, logIndex: index, transactionHash: id }
    const origin = { ...log, end: null, user: asset, assetOut: asset }
    const secondsToMaturity = day + maturesIn
    return { id, nonce: BigInt(index + 1), ...times, secondsToMaturity, ...amounts, ...origin }
  })
  return {
    ...emptyQueue(asset),
    ids: requests.map(({ id }) => id),
    requests: new Map(requests.map((request) => [request.id, request])),
  }
}

const facts = {
  rate: 102n,
  oneShare: 10n ** 18n,
  instant: 150n,
  idle: 500n,
  hasBuffer: false,
  refundsAndFees: 7n,
  reserveFactorBps: 12_000n,
}

test('law: open, matured and expired are all of the queue, and nothing matures later in a shorter time', () => {
  const rows = fc.array(fc.integer({ min: -3 * day, max: 9 * day }), { minLength: 1 })
  fc.assert(
    fc.property(rows, (seconds) => {
      const queue = queueOf(...seconds.map((maturesIn) => ({ maturesIn })))
      const [liability] = liabilitiesOf(queue, now)
      const { open, matured, expired, maturesIn } = liability!
      expect(open.count + matured.count + expired.count).toBe(seconds.length)
      expect(open.assets + matured.assets + expired.assets).toBe(100n * BigInt(seconds.length))
      const counts = [maturesIn.day, maturesIn.threeDays, maturesIn.week, open].map(
        (sum) => sum.count,
      )
      expect(counts).toEqual(counts.toSorted((left, right) => left - right))
    }),
  )
})

test('golden: days count with their last second, expired requests in neither sum', () => {
  const rows = [0, 1, day, day + 1, 3 * day, 7 * day, 7 * day + 1, -1_000, -1_001]
  const [liability] = liabilitiesOf(queueOf(...rows.map((maturesIn) => ({ maturesIn }))), now)
  const { open, matured, expired, maturesIn, oldestMaturedUnix } = liability!
  expect([open.count, matured.count, expired.count]).toEqual([6, 2, 1])
  const { day: firstDay, threeDays, week } = maturesIn
  expect([firstDay.count, threeDays.count, week.count]).toEqual([2, 4, 5])
  expect(oldestMaturedUnix).toBe(now - 1_000)
})

test('golden: cash is what shares are worth now, the reserve a fifth more, rounded up', () => {
  const [liability] = liabilitiesOf(queueOf({ maturesIn: 0 }, { maturesIn: 5 }), now)
  expect(cashNeedOf(liability!, facts)).toEqual({
    required: 200n,
    outflow: 204n,
    solverExcess: 4n,
    deficit: 0n,
    reserve: 252n,
    allocatable: 248n,
    shortfall: 102n,
  })
  const fallen = cashNeedOf(liability!, { ...facts, rate: 99n, hasBuffer: true })
  expect(fallen).toMatchObject({ solverExcess: 0n, deficit: 2n, allocatable: 493n })
})

test('golden: what needs an unknown fact is null, and no zero', () => {
  const [liability] = liabilitiesOf(queueOf({ maturesIn: 0 }), now)
  const unknownRate = { outflow: null, reserve: null, shortfall: null, allocatable: null }
  expect(cashNeedOf(liability!, { ...facts, rate: null })).toMatchObject({
    ...unknownRate,
    required: 100n,
    solverExcess: null,
    deficit: null,
  })
  expect(cashNeedOf(liability!, { ...facts, instant: null })).toMatchObject({ shortfall: null })
  expect(cashNeedOf(liability!, { ...facts, idle: null })).toMatchObject({ allocatable: null })
  expect(cashNeedOf(liability!, { ...facts, refundsAndFees: null })).toMatchObject({
    reserve: null,
  })
})

test('refuses: a reserve factor of zero or less', () => {
  const [liability] = liabilitiesOf(queueOf({ maturesIn: 0 }), now)
  for (const reserveFactorBps of [0n, -1n]) {
    const run = () => cashNeedOf(liability!, { ...facts, reserveFactorBps })
    expect(run).toThrow(expect.objectContaining({ code: 'reserve_factor' }))
  }
})
