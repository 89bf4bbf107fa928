import { BaseError } from '@vaultwright/base'
import type { SwapFieldError, SwapTokenSource } from '@vaultwright/operations'
import { swapVenues } from '@vaultwright/protocols'
import type { SwapPolicy } from '@vaultwright/swap'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestInvalidError } from '../../packages/api/src/request/request-check.ts'
import { swapRequestOf as requestOfBody } from '../../packages/api/src/swap/swap-amount.ts'
import { optionOf } from '../../packages/cli/src/commands/swap/input/field.ts'
import { swapRequestOf as requestOfOptions } from '../../packages/cli/src/commands/swap/input/swap-request.ts'
import type { Context } from '../../packages/cli/src/terminal/context.ts'
import { runsOf } from '../support/runs.ts'
import { trading } from '../support/swap/swap-answer.ts'

const { weth, usdc } = trading
const source = {
  market: { pairs: [] },
  others: [weth, usdc],
  chainId: 31337,
} as unknown as SwapTokenSource

const amount = fc.oneof(
  fc.constantFrom('all', '0', '1', '1.5', '0.0000000000000000001', '1e3', '-1', '9'.repeat(90)),
  fc.integer({ min: 1, max: 10 ** 9 }).map(String),
)
const digits = fc.oneof(
  fc.constantFrom('0', '1', '9'.repeat(90)),
  fc.bigInt({ min: 1n, max: 2n ** 130n }).map(String),
)
const route = fc.constantFrom(
  ...swapVenues.slice(0, 6).map(({ route: one }) => one),
  'uniswap_v9/swap',
  'x',
)
const requests = fc.record({
  amount: fc.option(amount, { nil: undefined }),
  raw: fc.option(digits, { nil: undefined, freq: 2 }),
  bought: fc.option(amount, { nil: undefined, freq: 2 }),
  rawBought: fc.option(digits, { nil: undefined, freq: 1 }),
  sellable: fc.option(amount, { nil: undefined, freq: 1 }),
  slippage: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
  venues: fc.array(route, { maxLength: 3 }),
  offers: fc.array(fc.record({ route, data: fc.constantFrom('0x', '0x12aa', '0x1') }), {
    maxLength: 2,
  }),
  split: fc.boolean(),
  hops: fc.constantFrom<1 | 2>(1, 2),
  most: fc.option(fc.bigInt({ min: 0n, max: 500n }), { nil: null }),
})

/** The reading of a request by a surface: what is wanted, or the field that is wrong, with its sentence. */
type Read = { readonly wish: object } | { readonly field: string; readonly message: string }

test('law: command line and interface make the same request of what is asked for, or name the same field', async () => {
  const counts = { wish: 0, problem: 0 }
  await fc.assert(
    fc.asyncProperty(requests, async (asked) => {
      // Left out, an amount is all of it for a program, and a question for a person.
      const amounts = [asked.amount, asked.raw, asked.bought, asked.rawBought]
      fc.pre(amounts.some((one) => one !== undefined))
      const policy = asked.most === null ? null : ({ maxSlippageBps: asked.most } as SwapPolicy)
      const byBody = readBody(asked, policy)
      const byOptions = await readOptions(asked, policy)
      expect(byOptions).toEqual(byBody)
      counts['wish' in byBody ? 'wish' : 'problem']++
    }),
    { numRuns: runsOf(10) },
  )
  expect(counts.wish).toBeGreaterThan(5)
  expect(counts.problem).toBeGreaterThan(5)
})

type RequestValue = typeof requests extends fc.Arbitrary<infer Value> ? Value : never

function readBody(asked: RequestValue, policy: SwapPolicy | null): Read {
  const body = {
    ...(asked.amount === undefined ? {} : { sell_amount: asked.amount }),
    ...(asked.raw === undefined ? {} : { raw_sell_amount: asked.raw }),
    ...(asked.bought === undefined ? {} : { buy_amount: asked.bought }),
    ...(asked.rawBought === undefined ? {} : { raw_buy_amount: asked.rawBought }),
    ...(asked.sellable === undefined ? {} : { max_sell_amount: asked.sellable }),
    ...(asked.slippage === undefined ? {} : { slippage_bps: asked.slippage }),
    ...(asked.venues.length === 0 ? {} : { venues: asked.venues }),
    calldata: asked.offers,
    split: asked.split,
    max_hops: asked.hops,
  }
  try {
    return { wish: requestOfBody(body, { sellToken: weth, buyToken: usdc }, policy) }
  } catch (error) {
    if (!(error instanceof RequestInvalidError)) throw error
    const [entry] = error.entries
    return { field: String(entry!.loc[1]), message: entry!.msg }
  }
}

async function readOptions(asked: RequestValue, policy: SwapPolicy | null): Promise<Read> {
  const options = {
    sell: weth.address,
    buy: 'USDC',
    amount: asked.amount,
    'raw-amount': asked.raw,
    'buy-amount': asked.bought,
    'raw-buy-amount': asked.rawBought,
    'max-sell': asked.sellable,
    'raw-max-sell': undefined,
    'slippage-bps': asked.slippage,
    venue: asked.venues,
    offer: asked.offers.map(({ route: one, data }) => `${one}=${data}`),
    'no-split': !asked.split,
    'max-hops': asked.hops === 2 ? ('2' as const) : ('1' as const),
    contract: [],
  }
  try {
    return { wish: await requestOfOptions(options, { tokens: source, policy }, {} as Context) }
  } catch (error) {
    expect(error).toBeInstanceOf(BaseError)
    const cause = error as BaseError
    const field = fields.find((one) => optionOf(one) === `--${String(cause.facts.option)}`)!
    // The sentence is the same but for what a field is called, and for the value in front of it.
    const message = fields.reduce(
      (text, one) => text.replaceAll(new RegExp(`${optionOf(one)}(?![\\w-])`, 'g'), one),
      cause.shortMessage.replace(/^.*?: /, ''),
    )
    return { field, message }
  }
}

const fields = [
  'sell_amount',
  'raw_sell_amount',
  'buy_amount',
  'raw_buy_amount',
  'max_sell_amount',
  'slippage_bps',
  'venues',
  'calldata',
] as const satisfies readonly SwapFieldError['field'][]
