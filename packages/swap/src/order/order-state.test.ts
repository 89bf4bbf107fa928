import type { Address, Hex } from '@vaultwright/base'
import { emptyAppData } from '@vaultwright/protocols'
import {
  allowanceOf,
  type NamedOrder,
  newOrderOf,
  type OrderReading,
  type OrderState,
  type OrderTerms,
  openOrdersOf,
  orderStateOf,
  withoutSharedAllowances,
} from '@vaultwright/swap'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  type OrderWorld,
  orderSchedule,
  runOrderSchedule,
} from '../../../../test/support/swap/order-schedule.ts'

const owner: Address = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const domainSeparator: Hex = `0x${'42'.repeat(32)}`
const terms: OrderTerms = {
  sellToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  buyToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  receiver: owner,
  sellAmount: 100n,
  buyAmount: 200n,
  validTo: 1_000n,
  appData: emptyAppData,
  feeAmount: 0n,
  kind: 'sell',
  isPartiallyFillable: true,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}
const uid: Hex = `0x${'11'.repeat(56)}`
const reading: OrderReading = {
  blockNumber: 1n,
  blockUnix: 500n,
  filledAmount: 0n,
  isSigned: true,
  wasSigned: true,
  wasInvalidated: false,
  balance: 1_000n,
  allowance: 1_000n,
  trades: [],
}
const trade = (sellAmount: bigint, buyAmount: bigint) => ({
  blockNumber: 1n,
  transactionHash: `0x${'22'.repeat(32)}` as Hex,
  logIndex: 0,
  sellAmount,
  buyAmount,
})
const most = (1n << 256n) - 1n
const stateOf = (part: Partial<OrderReading>, stored: OrderState['status'] | null = null) =>
  orderStateOf({ uid, terms, stored }, { ...reading, ...part })

type Storage = OrderReading & { readonly order: NamedOrder }

/** A settlement in memory: storages and logs, no states. */
function memoryWorld(start: bigint): OrderWorld {
  const storages: Storage[] = []
  let [now, balance, bought, allowance] = [1_000n, start, 0n, 0n]
  const change = (wanted: Hex, part: (storage: Storage) => Partial<Storage>) => {
    const index = storages.findIndex(({ order }) => order.uid === wanted)
    storages[index] = { ...storages[index]!, ...part(storages[index]!) }
  }
  const read = () =>
    withoutSharedAllowances(
      storages.map((storage) =>
        orderStateOf(
          { uid: storage.order.uid, terms: storage.order.terms, stored: null },
          { ...storage, blockUnix: now, balance, allowance },
        ),
      ),
    )
  const openOf = (states: readonly OrderState[]) => openOrdersOf(states, terms.sellToken)
  return {
    now: async () => now,
    place: async ({ sellAmount, buyAmount, seconds, isPartiallyFillable }) => {
      const open = openOf(read())
      if (balance < allowanceOf(open, sellAmount)) return null
      const draft = { ...terms, sellAmount, buyAmount, isPartiallyFillable, validTo: now + seconds }
      const naming = { owner, domainSeparator, latest: now + 10_000n }
      const used = storages.map(({ order }) => order.uid)
      const order = newOrderOf(draft, naming, (one) => used.includes(one))
      allowance = allowanceOf(open, sellAmount)
      storages.push({ ...reading, order })
      return order
    },
    fill: async (wanted, sell, buy) => {
      const { order, filledAmount, isSigned } = storages.find((one) => one.order.uid === wanted)!
      const { sellAmount, buyAmount, validTo } = order.terms
      const isRefused =
        !isSigned ||
        validTo < now ||
        buy * sellAmount < sell * buyAmount ||
        filledAmount + sell > sellAmount ||
        sell > allowance ||
        sell > balance
      if (isRefused) return false
      change(wanted, ({ trades }) => ({
        filledAmount: filledAmount + sell,
        trades: [...trades, trade(sell, buy)],
      }))
      balance -= sell
      allowance -= sell
      bought += buy
      return true
    },
    cancel: async (wanted, isFinal) => {
      const isAlive = openOf(read()).some((state) => state.uid === wanted)
      if (isAlive && isFinal) {
        change(wanted, () => ({ filledAmount: most, wasInvalidated: true }))
      } else if (isAlive) change(wanted, () => ({ isSigned: false }))
      const needed = allowanceOf(openOf(read()), 0n)
      if (needed < allowance) allowance = needed
    },
    pass: async (seconds) => {
      now += seconds
      // Solvers free what has expired, now and then.
      for (const { order } of storages) {
        if (order.terms.validTo >= now || now % 2n === 0n) continue
        change(order.uid, () => ({ filledAmount: 0n, isSigned: false }))
      }
    },
    deposit: async (amount) => {
      balance += amount
    },
    read: async () => read(),
    funds: async () => ({ sold: balance, bought, allowance }),
  }
}

test('law: whatever happens to orders of one token, their states and sums are those of a model', async () => {
  await fc.assert(
    fc.asyncProperty(orderSchedule, fc.bigInt({ min: 0n, max: 100n }), (events, start) =>
      runOrderSchedule(memoryWorld(start), events, start),
    ),
    { numRuns: runsOf(1) },
  )
})

test('law: the allowance of orders is the sum of what they still sell, in any order', () => {
  const parts = fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 8 })
  fc.assert(
    fc.property(parts, fc.nat(100), (amounts, next) => {
      const states = amounts.map(([sell, filled]) =>
        orderStateOf(
          { uid, terms: { ...terms, sellAmount: BigInt(sell) }, stored: null },
          { ...reading, filledAmount: BigInt(Math.min(sell, filled)) },
        ),
      )
      const open = amounts.reduce((sum, [sell, filled]) => sum + Math.max(0, sell - filled), next)
      expect(allowanceOf(states, BigInt(next))).toBe(BigInt(open))
      expect(allowanceOf([...states].reverse(), BigInt(next))).toBe(BigInt(open))
    }),
  )
})

test('golden: states in the order of their precedence', () => {
  expect(stateOf({}).status).toBe('open')
  expect(stateOf({ isSigned: false, wasSigned: false }).status).toBe('pending')
  expect(stateOf({ filledAmount: 1n, trades: [trade(1n, 2n)] }).status).toBe('partially_filled')
  expect(stateOf({ isSigned: false }).status).toBe('cancelled')
  expect(stateOf({ blockUnix: 1_000n }).status).toBe('open')
  expect(stateOf({ blockUnix: 1_001n }).status).toBe('expired')
  expect(stateOf({ blockUnix: 1_001n, isSigned: false }).status).toBe('expired')
  expect(stateOf({ filledAmount: 100n, blockUnix: 1_001n }).status).toBe('filled')
  expect(stateOf({ filledAmount: most, blockUnix: 1_001n }).status).toBe('cancelled')
})

test('golden: after its time, when storages may be freed, logs decide', () => {
  const freed = { filledAmount: 0n, isSigned: false, blockUnix: 2_000n }
  expect(stateOf({ ...freed, trades: [trade(60n, 130n), trade(40n, 80n)] }).status).toBe('filled')
  expect(stateOf({ ...freed, wasInvalidated: true }).status).toBe('cancelled')
  const partly = stateOf({ ...freed, trades: [trade(60n, 130n)] })
  expect(partly).toMatchObject({ status: 'expired', filledSell: 60n, filledBuy: 130n })
  // The trades are older than what was looked at.
  expect(stateOf(freed, 'filled').status).toBe('filled')
  expect(stateOf({ isSigned: true }, 'cancelled').status).toBe('open')
})

test('golden: what can be filled, and what is left of an allowance', () => {
  expect(stateOf({ balance: 30n })).toMatchObject({ fillable: 30n, warnings: ['underfunded'] })
  expect(stateOf({ allowance: 40n })).toMatchObject({ fillable: 40n, warnings: ['underfunded'] })
  expect(stateOf({ filledAmount: 70n })).toMatchObject({
    remaining: 30n,
    fillable: 30n,
    warnings: [],
  })
  expect(stateOf({ filledAmount: most })).toMatchObject({
    remaining: 0n,
    warnings: ['allowance_left'],
  })
  const ended = stateOf({ filledAmount: most, allowance: 100n })
  const open = stateOf({ allowance: 100n })
  expect(withoutSharedAllowances([ended, open])[0]?.warnings).toEqual([])
  expect(withoutSharedAllowances([ended])[0]?.warnings).toEqual(['allowance_left'])
})

test('golden: an order that buys a fixed amount still sells its limit for the rest, and fees go with it', () => {
  const buying = { ...terms, kind: 'buy' } as const
  const state = orderStateOf(
    { uid, terms: buying, stored: null },
    { ...reading, filledAmount: 50n },
  )
  expect(state).toMatchObject({ status: 'partially_filled', remaining: 75n })
  const withFee = orderStateOf({ uid, terms: { ...terms, feeAmount: 10n }, stored: null }, reading)
  expect(allowanceOf([withFee], 0n)).toBe(110n)
  expect(allowanceOf([withFee], most)).toBe(most)
})
