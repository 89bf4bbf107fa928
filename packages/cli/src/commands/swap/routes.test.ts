import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../../test/support/runs.ts'
import { UsageError } from '../../command/usage.ts'
import { type ActionTree, readActionTree } from '../../input/strategist-tree.ts'
import type { Context } from '../../terminal/context.ts'
import { plain } from '../../terminal/style.ts'
import { type Routes, readRoutes } from './input/market-tree.ts'
import { listRoutes, printRoutes, routesJsonOf } from './print/routes.ts'

const definition = join(import.meta.dirname, '../../../../../fixtures/definitions/local-eth.yaml')
const nothing = {
  lock: undefined,
  vault: undefined,
  manager: undefined,
  chain: undefined,
  quiet: true,
}
const offline = {
  'rpc-url': [],
  agreement: undefined,
  block: undefined,
  offline: true,
  quiet: true,
}
const noContext = {} as Context

/** The tree of a strategist of the local chain, built from its definition. */
function treeOfMain(): Promise<ActionTree> {
  const lists = { drone: [], decimals: [], fact: [] }
  const options = { ...nothing, ...lists, definition, strategist: 'main' }
  return readActionTree(undefined, options, noContext)
}

function routesOf(actionTree: ActionTree, sell?: string, buy?: string): Promise<Routes> {
  return readRoutes(actionTree, { ...offline, sell, buy }, noContext)
}

test('golden: a pair has each venue with its leaves, its state and what is free', async () => {
  const routes = await routesOf(await treeOfMain(), 'WETH', 'USDC')
  const text = [...printRoutes(routes, { style: plain, isDetailed: true })].join('')
  expect(text).toMatchInlineSnapshot(`
    "WETH to USDC
      0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a to 0x5D0285265a5ad9c4500F9ca511B67b6917F1b7b1
      needs calldata  one_inch/swap_v5  1inch v5, aggregator
          leaf 87, approval 85, calls 0xFd0FA0B1e2992A4b167936a712C89d9C2bF42438
          The service of 1inch makes calldata of its router v6 alone, and this leaf permits that of v5. Give calldata of v5 with the quote.
          without a deadline
          free  amount, desc.minReturnAmount, desc.flags, data, desc.srcReceiver
            amount: A leaf binds that an amount moves, not how much.
            desc.minReturnAmount: No leaf binds a price: a least of 1 passes.
            desc.flags: PARTIAL_FILL makes the least output proportional to what was spent; other bits take extra ether or pull by Permit2.
            data: The executor runs it with the tokens already in its hands.
            desc.srcReceiver: Decoders with an owned executor do not bind it: what is sold may be sent anywhere, and their owner may change the executor without a new root.
      ready  uniswap_v3/swap  Uniswap v3, exchange
          leaf 28, approval 26, calls 0xe7D68ed7E38d75886dC6b7099A441c9A87fCd1D8
          fee: 100, 500, 3000, 10000
          free  amount, minimum, fee
            amount: A leaf binds that an amount moves, not how much.
            minimum: No leaf binds a price: a least of 1 passes.
            fee: The leaf binds tokens and recipient, not the pool: any tier may be named, and anybody may open a pool of another tier at any price.
      not permitted  limit order
          The tree has no leaf that pre-signs this pair.
          would permit: setPreSignature(bytes,bool) on 0x9008D19f58AAbD9eD0D60971565AA8510560ab41
            decoder    none of the vault is known to read it
            argument   0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a
            argument   0x5D0285265a5ad9c4500F9ca511B67b6917F1b7b1
            argument   0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2

    Tokens not known
      token unknown  ether_fi/stake  ether.fi, conversion
          leaf 67, calls 0x05A75cbdcbE1d7ec9e89b25B20C99b05F1C48098
          Neither the leaf nor a known fact tells which token is bought. Read it from a chain, or lock it.
          without a deadline
          free  amount, rate
            amount: A leaf binds that an amount moves, not how much.
            rate: The call has no least output: the rate is the contract’s own.
      token unknown  ether_fi/unwrap  ether.fi, conversion
          leaf 63, calls 0x7A3F389d04736eF8c5b5ECDDb7cED144e5080669
          Neither the leaf nor a known fact tells which token is bought. Read it from a chain, or lock it.
          without a deadline
          free  amount, rate
            amount: A leaf binds that an amount moves, not how much.
            rate: The call has no least output: the rate is the contract’s own.
      token unknown  ether_fi/unwrap  ether.fi, conversion
          leaf 70, calls 0xD9ba03836860C1e8BA57b7E3a353787F65B7B308
          Neither the leaf nor a known fact tells which token is bought. Read it from a chain, or lock it.
          without a deadline
          free  amount, rate
            amount: A leaf binds that an amount moves, not how much.
            rate: The call has no least output: the rate is the contract’s own.
      token unknown  pendle/buy_pt  Pendle, exchange
          leaf 78, calls 0xa9dac09E148AC503dD35c6582A98A5AFd12B977b
          Neither the leaf nor a known fact tells which token is sold. Read it from a chain, or lock it.
          without a deadline
          free  amount, minimum, deadline, guess
            amount: A leaf binds that an amount moves, not how much.
            minimum: No leaf binds a price: a least of 1 passes.
            deadline: The call has none: it may be mined at any later time, at its least.
            guess: How the router looks for the amount is not bound; a wrong guess reverts or costs gas.
      token unknown  pendle/sell_pt  Pendle, exchange
          leaf 79, calls 0xa9dac09E148AC503dD35c6582A98A5AFd12B977b
          Neither the leaf nor a known fact tells which token is sold. Read it from a chain, or lock it.
          without a deadline
          free  amount, minimum, deadline, guess
            amount: A leaf binds that an amount moves, not how much.
            minimum: No leaf binds a price: a least of 1 passes.
            deadline: The call has none: it may be mined at any later time, at its least.
            guess: How the router looks for the amount is not bound; a wrong guess reverts or costs gas.

    1 pair, 7 venues of which 1 ready, 0 pairs with limit orders
    "
  `)
})

test('default: without a wish for detail the free fields are named alone', async () => {
  const routes = await routesOf(await treeOfMain(), 'WETH', 'USDC')
  const text = [...printRoutes(routes, { style: plain, isDetailed: false })].join('')
  expect(text).toContain('      free  amount, minimum, fee\n')
  expect(text).not.toContain('would permit')
  expect(routesJsonOf(routes)).toMatchObject({
    pairs: [
      {
        sell_token: { symbol: 'WETH', decimals: 18 },
        buy_token: { symbol: 'USDC', decimals: 6 },
        venues: [
          { route: 'one_inch/swap_v5', state: 'needs_calldata', actor: 'vault' },
          {
            route: 'uniswap_v3/swap',
            state: 'ready',
            variants: { fee: ['100', '500', '3000', '10000'] },
            leaves: [{ leaf_index: 28, approval: 26 }],
          },
        ],
        limit_order: { state: 'not_permitted', leaf_that_would_permit: { value: false } },
      },
    ],
  })
})

test('law: filters only leave out, and each pair is under its own tokens, by symbol and by address', async () => {
  const actionTree = await treeOfMain()
  const all = (await routesOf(actionTree)).pairs
  const tokens = all.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
  const token = fc.constantFrom(...tokens)
  const isByAddress = fc.boolean()
  await fc.assert(
    fc.asyncProperty(token, token, isByAddress, async (sold, bought, byAddress) => {
      const wordOf = ({ symbol, address }: (typeof tokens)[number]) =>
        byAddress || symbol === null ? address.toLowerCase() : symbol
      const { pairs } = await routesOf(actionTree, wordOf(sold), wordOf(bought))
      const expected = all.filter(
        ({ sellToken, buyToken }) =>
          sellToken.address === sold.address && buyToken.address === bought.address,
      )
      expect(pairs).toEqual(expected)
    }),
    { numRuns: runsOf(1 / 10) },
  )
})

test('refuses: a token that the tree does not swap, with the nearest one', async () => {
  const refused = routesOf(await treeOfMain(), 'WEHT')
  await expect(refused).rejects.toThrow(UsageError)
  await expect(refused).rejects.toThrow('Did you mean WETH?')
})

test('golden: without a filter a tree is a line a pair, a screen at most, without ERC-4626 deposits', async () => {
  const routes = await routesOf(await treeOfMain())
  const linesOf = (hasDeposits: boolean) =>
    [...listRoutes(routes, { style: plain, hasDeposits })].join('').trimEnd().split('\n')
  const [lines, all] = [linesOf(false), linesOf(true)]
  expect(lines.find((line) => line.startsWith('WETH to USDC'))).toMatchInlineSnapshot(
    `"WETH to USDC     1 of 2 ready  one_inch/swap_v5, uniswap_v3/swap"`,
  )
  const isDeposit = ({ venues }: (typeof routes.pairs)[number]) =>
    venues.every(({ route }) => route.startsWith('erc_4626/'))
  const deposits = routes.pairs.filter(isDeposit).length
  expect(deposits).toBeGreaterThan(0)
  expect(lines).toContain(`${deposits} more by ERC-4626 vaults alone: give --deposits.`)
  const unplaced = `${routes.market.unplaced.length} venue${routes.market.unplaced.length === 1 ? '' : 's'} of unknown tokens: give --detail.`
  expect(lines.at(-2)).toBe(unplaced)
  expect(all).toHaveLength(routes.pairs.length + 2)
  const many = {
    market: { ...routes.market, unplaced: [] },
    pairs: Array.from({ length: 45 }, () => routes.pairs[0]!),
  }
  const output = [...listRoutes(many, { style: plain, hasDeposits: true })]
  expect(output).toHaveLength(32)
  expect(output.at(-2)).toBe('15 more pairs: give --sell or --buy, or --detail for all.\n')
})
