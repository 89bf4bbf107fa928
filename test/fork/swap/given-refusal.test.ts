import type { Hex } from '@vaultwright/base'
import { appendDroneTarget } from '@vaultwright/manager'
import { buildMarket, quoteSwap, type SwapContext } from '@vaultwright/operations'
import type { SwapQuote, SwapRequest } from '@vaultwright/swap'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { expectExecuted } from '../../support/swap/executed-market.ts'
import { localRequest } from '../../support/swap/quote-context.ts'
import { openSwapChain, type SwapChain } from '../../support/swap/swap-chain.ts'
import { venueCallsOf } from '../../support/swap/venue-call.ts'

const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const { tree } = localTree('local-eth-trader')

let swaps: SwapChain
let local: SwapChain['local']

beforeAll(async () => {
  swaps = await openSwapChain()
  local = swaps.local
})
afterAll(() => swaps?.local.anvil.close())

const quoteOf = (request: SwapRequest, more: Partial<SwapContext> = {}) =>
  quoteSwap(swaps.context(more), request)
const pair = (more: Partial<SwapRequest> = {}) => localRequest(local, ['WETH', 'USDC'], more)

/** Calldata with another word in the arguments. */
function withWord(data: Hex, index: number, value: bigint): Hex {
  const from = 10 + 64 * index
  return `${data.slice(0, from)}${value.toString(16).padStart(64, '0')}${data.slice(from + 64)}` as Hex
}

/** Codes of what cannot be used, measured or not. */
function codesOf({ refused, candidates }: SwapQuote): readonly string[] {
  return [...refused, ...candidates.flatMap(({ refusal }) => refusal ?? [])].map(({ code }) => code)
}

test.each([
  ['FEE', 'USDC'],
  ['SKIM', 'USDC'],
  ['HUSH', 'USDC'],
  ['LIE', 'USDC'],
  ['USDC', 'FEE'],
  ['USDC', 'SKIM'],
])(
  'refuses: %s for %s, whose balances and logs do not agree or whose least is not kept',
  async (sell, buy) => {
    const sellAmount = sell === 'USDC' ? 100n * usd : 100n * oneWeth
    const [, call] = venueCallsOf(local).oneInch('v5', sell, buy, sellAmount)
    const quote = await quoteOf(
      localRequest(local, [sell, buy], {
        sellAmount,
        venues: null,
        calldata: [{ route: 'one_inch/swap_v5', data: withWord(call!.data, 6, 1n) }],
      }),
      { policy: null },
    )
    const codes = [...quote.refused, ...quote.candidates.flatMap(({ refusal }) => refusal ?? [])]
    expect([quote.best, codes.map(({ code }) => code)]).toEqual([null, ['token_moves_otherwise']])
  },
)

const otherAccount = 0xdeadn
test.each([
  ['flags_refused', 'a partial fill', (data: Hex) => withWord(data, 7, 1n)],
  ['flags_refused', 'Permit2', (data: Hex) => withWord(data, 7, 4n)],
  ['least_below_bound', 'a least of one', (data: Hex) => data],
  ['recipient_not_vault', 'another receiver', (data: Hex) => withWord(data, 4, otherAccount)],
  [
    'calldata_refused',
    'sold tokens that go elsewhere',
    (data: Hex) => withWord(data, 3, otherAccount),
  ],
  [
    'calldata_not_permitted',
    'another executor',
    (data: Hex) => withWord(withWord(data, 0, otherAccount), 3, otherAccount),
  ],
  ['amount_mismatch', 'another amount', (data: Hex) => withWord(data, 5, 1n)],
  ['calldata_refused', 'another function', (data: Hex) => `0x07ed2379${data.slice(10)}` as Hex],
  [
    'calldata_refused',
    "a drone's suffix",
    (data: Hex) => appendDroneTarget(data, swaps.place('WETH')),
  ],
] as const)('refuses: %s, given calldata of 1inch with %s', async (code, _what, change) => {
  const [, call] = venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', oneWeth)
  const data = change(
    _what === 'a least of one' ? call!.data : withWord(call!.data, 6, 1_995n * usd),
  )
  const quote = await quoteOf(
    pair({ venues: ['one_inch/swap_v5'], calldata: [{ route: 'one_inch/swap_v5', data }] }),
  )
  expect([quote.best, codesOf(quote)]).toEqual([null, [code]])
})

test.each([
  ['surplus_forfeited', 'a low quote', 4, 1_990n * usd],
  ['fee_refused', 'a referral', 9, 2n ** 31n + 1n],
] as const)('refuses: %s, given calldata of Odos with %s', async (code, _what, index, word) => {
  const [, call] = venueCallsOf(local).odos(oneWeth)
  const data = withWord(withWord(call!.data, 5, 1_990n * usd), index, word)
  const quote = await quoteOf(
    pair({ venues: ['odos/swap'], calldata: [{ route: 'odos/swap', data }] }),
  )
  expect([quote.best, codesOf(quote)]).toEqual([null, [code]])
})

test('golden: an allowance that a token wants at zero first is zeroed first', async () => {
  await swaps.undone(async () => {
    const amount = 100n * usd
    const [usdt, router] = [swaps.place('USDT'), swaps.place('1inch router v5')]
    const approve = { abi: erc20Abi, functionName: 'approve' } as const
    const left = encodeFunctionData({ ...approve, args: [router, 7n] })
    await swaps.send(swaps.place('Local ETH'), usdt, left)
    const direct = encodeFunctionData({ ...approve, args: [router, amount] })
    await expect(swaps.send(swaps.place('Local ETH'), usdt, direct)).rejects.toThrow()
    const [, call] = venueCallsOf(local).oneInch('v5', 'USDT', 'USDC', amount)
    const data = withWord(call!.data, 6, 99n * usd)
    const request = localRequest(local, ['USDT', 'USDC'], {
      sellAmount: amount,
      venues: null,
      calldata: [{ route: 'one_inch/swap_v5', data }],
    })
    const transaction = await buildMarket(swaps.context({ policy: null }), {
      of: { kind: 'wish', wish: request },
      minBuyAmount: 99n * usd,
      acceptsUnbounded: true,
    })
    await expectExecuted(swaps, transaction, tree)
  })
})
