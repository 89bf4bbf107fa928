import { readFillValues } from '@vaultwright/operations'
import type { OrderTrade } from '@vaultwright/swap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localPolicy } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'

let swaps: SwapChain
beforeAll(async () => {
  swaps = await openSwapChain()
})
afterAll(() => swaps?.local.anvil.close())

const oneWeth = 10n ** 18n
const tradeAt = (blockNumber: bigint, sellAmount: bigint): OrderTrade => ({
  blockNumber,
  transactionHash: `0x${'ab'.repeat(32)}`,
  logIndex: 0,
  sellAmount,
  buyAmount: 1n,
})
const pair = () => ({
  sellToken: { address: swaps.place('WETH'), symbol: 'WETH', decimals: 18 },
  buyToken: { address: swaps.place('USDC'), symbol: 'USDC', decimals: 6 },
})

test('law: the worth of a fill is that of its own block, in proportion to what it sold', async () => {
  const { number } = await swaps.chain.readBlock('latest')
  const context = { chain: swaps.chain, policy: localPolicy(swaps.local) }
  const amounts = [1n, oneWeth / 3n, oneWeth, 7n * oneWeth]
  const trades = amounts.map((amount) => tradeAt(number, amount))
  const values = await readFillValues(context, pair(), trades)
  expect(values).toEqual(
    amounts.map((amount) => ({
      fairBuyAmount: (amount * 2_000_000_000n) / oneWeth,
      reason: null,
    })),
  )
})

test('refuses: to value a fill without prices, of a block that is not there, or beyond the first twenty', async () => {
  const { number } = await swaps.chain.readBlock('latest')
  const policy = localPolicy(swaps.local)
  const { chain } = swaps
  const [bare] = await readFillValues({ chain, policy: null }, pair(), [tradeAt(number, oneWeth)])
  expect(bare).toEqual({ fairBuyAmount: null, reason: expect.stringContaining('no prices') })
  const [later] = await readFillValues({ chain, policy }, pair(), [tradeAt(number + 1_000n, 1n)])
  expect(later!.fairBuyAmount).toBeNull()
  expect(later!.reason).toContain(String(number + 1_000n))
  const unpriced = { ...pair(), buyToken: { ...pair().buyToken, address: swaps.place('DAI') } }
  const [open] = await readFillValues({ chain, policy }, unpriced, [tradeAt(number, oneWeth)])
  expect(open!.fairBuyAmount).toBeNull()
  expect(open!.reason).not.toBe('')
  const many = Array.from({ length: 21 }, () => tradeAt(number, oneWeth))
  const values = await readFillValues({ chain, policy }, pair(), many)
  expect(values.map(({ fairBuyAmount }) => fairBuyAmount === null)).toEqual([
    ...Array<boolean>(20).fill(false),
    true,
  ])
})
