import type { SwapPairData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairOf, pairWith, swapsAmong, tokensOf } from './pair-choice.ts'

const tokenOf = (digit: number) => ({
  address: `0x${String(digit).repeat(40)}`,
  symbol: `T${digit}`,
  decimals: 18,
})
const pairOfDigits = (sell: number, buy: number, ready = 1) =>
  ({
    sell_token: tokenOf(sell),
    buy_token: tokenOf(buy),
    venues: Array.from({ length: ready }, () => ({ route: 'uniswap_v3/swap', state: 'ready' })),
  }) as unknown as SwapPairData

const pairLists = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 4 }), fc.integer({ min: 5, max: 9 }), fc.nat({ max: 3 })), {
    selector: ([sell, buy]) => `${sell}${buy}`,
    minLength: 1,
  })
  .map((list) => list.map(([sell, buy, ready]) => pairOfDigits(sell, buy, ready)))

test('law: every token that a side offers leads to a pair of the tree that has it', () => {
  fc.assert(
    fc.property(pairLists, fc.nat(), (pairs, at) => {
      const choice = { pairs, pair: pairs[at % pairs.length]!, choose: () => {} }
      for (const side of ['sell_token', 'buy_token'] as const) {
        for (const { address } of tokensOf(choice, side)) {
          const next = pairWith(choice, side, address)
          expect(pairs).toContain(next)
          expect(next[side].address).toBe(address)
          if (side === 'buy_token') expect(next.sell_token).toEqual(choice.pair.sell_token)
        }
      }
    }),
  )
})

test('golden: the address names a pair; without one the best served pair is shown', () => {
  const pairs = [pairOfDigits(1, 5, 0), pairOfDigits(1, 6, 3), pairOfDigits(2, 6, 1)]
  expect(pairOf(pairs, {})).toBe(pairs[1])
  expect(pairOf(pairs, { sell: tokenOf(2).address, buy: tokenOf(6).address })).toBe(pairs[2])
  const choice = { pairs, pair: pairs[0]!, choose: () => {} }
  // The bought token stays where the tree has it.
  expect(pairWith({ ...choice, pair: pairs[1]! }, 'sell_token', tokenOf(2).address)).toBe(pairs[2])
  expect(pairWith(choice, 'sell_token', tokenOf(2).address)).toBe(pairs[2])
})

test('golden: what ERC-4626 vaults alone trade is offered where it is named, or where nothing else is', () => {
  const vault = { route: 'erc_4626/deposit', state: 'ready' }
  const deposit = { ...pairOfDigits(1, 7), venues: [vault] } as unknown as SwapPairData
  const both = { ...pairOfDigits(1, 8), venues: [vault, ...pairOfDigits(1, 8).venues] }
  const pairs = [pairOfDigits(1, 5), deposit, both as unknown as SwapPairData]
  expect(swapsAmong(pairs, {})).toEqual({ pairs: [pairs[0], pairs[2]], deposits: 1 })
  const name = { sell: tokenOf(1).address, buy: tokenOf(7).address }
  expect(swapsAmong(pairs, name)).toEqual({ pairs, deposits: 0 })
  expect(swapsAmong([deposit], {})).toEqual({ pairs: [deposit], deposits: 0 })
})

test('refuses: no pair at all', () => {
  expect(pairOf([], {})).toBeNull()
})
