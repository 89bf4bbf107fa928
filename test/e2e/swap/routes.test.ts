import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { ask, root, run } from '../program.ts'

const tree = join(localChainFolder, 'trees/local-eth-main-3.json')
const definition = join(root, 'fixtures/definitions/local-eth.yaml')
const defined = ['--definition', definition, '--strategist', 'main']

test('golden: a tree and its definition permit the same swaps, and the definition names the tokens', () => {
  const bare = ask(['swap', 'routes', tree])
  const named = ask(['swap', 'routes', ...defined])
  const placesOf = (answer: typeof bare) =>
    answer.pairs.map((pair: typeof bare) => [
      pair.sell_token.address,
      pair.buy_token.address,
      pair.venues.map((venue: typeof bare) => [venue.route, venue.leaves]),
    ])
  expect(placesOf(named)).toEqual(expect.arrayContaining(placesOf(bare)))
  // Some leaves bind no token: a lock file tells what some of them swap, a node the rest.
  const unknownIn = (answer: typeof bare) =>
    answer.tokens_unknown.map(({ route }: { readonly route: string }) => route)
  const unlocked = [
    'ether_fi/stake',
    'ether_fi/unwrap',
    'ether_fi/unwrap',
    'pendle/buy_pt',
    'pendle/sell_pt',
  ]
  expect(unknownIn(bare)).toEqual(['curve/exchange', 'erc_4626/redeem', ...unlocked])
  expect(unknownIn(named)).toEqual(unlocked)
  expect(named.pairs.map((pair: typeof bare) => pair.sell_token.symbol)).toContain('WETH')
})

test('behavior: a person sees pairs, states and a count', () => {
  const { code, out, err } = run(['swap', 'routes', ...defined, '--sell', 'WETH'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('WETH to USDC\n')
  expect(out).toContain('  ready  uniswap_v3/swap  Uniswap v3, exchange\n')
  expect(out).toMatch(/\d+ pairs?, \d+ venues? of which \d+ ready, \d+ pairs? with limit orders\n$/)
})

test('refuses: a token that the tree does not swap, and a tree that is not there', () => {
  const { code, err } = run(['swap', 'routes', tree, '--sell', 'GOLD'])
  expect(code).toBe(2)
  expect(err).toContain('--sell GOLD: The tree swaps no token of this symbol.')
  expect(run(['swap', 'routes']).code).toBe(2)
  expect(run(['swap', 'routes', 'no-tree.json']).code).toBe(3)
})
