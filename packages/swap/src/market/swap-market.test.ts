import { type Address, printHex } from '@vaultwright/base'
import { buildLeaf, digestOf, type Leaf, parseSignature } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { actionOf, emptyFacts, type KnownFacts } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { permittingLeafOf } from './permitting-leaf.ts'
import { type MarketInput, marketOf, marketSteps, pairOf } from './swap-market.ts'

const accountOf = (number: number): Address =>
  checksumOf(`0x7${(number + 1).toString(16).padStart(39, '0')}` as Address)
const [decoder, vault, manager, router, pool, weth, usdc, dai, owner] = Array.from(
  { length: 9 },
  (_, index) => accountOf(index),
) as [Address, Address, Address, Address, Address, Address, Address, Address, Address]

const approve = (token: Address, spender: Address) =>
  buildLeaf({ decoder, target: token, signature: 'approve(address,uint256)', arguments: [spender] })
const swapLeaf = (sell: Address, buy: Address, to: Address = vault) =>
  buildLeaf({
    decoder,
    target: router,
    signature: 'exactInput((bytes,address,uint256,uint256,uint256))',
    arguments: [sell, buy, to],
  })
const exchange = buildLeaf({
  decoder,
  target: pool,
  signature: 'exchange(int128,int128,uint256,uint256)',
})

function input(leaves: readonly Leaf[], knownFacts: KnownFacts = emptyFacts): MarketInput {
  return { leaves, owner: { vault, manager }, knownFacts, chainId: 31337 }
}

const coinsOf = (coins: readonly Address[]): KnownFacts => ({
  ...emptyFacts,
  factOf: (account, call) => (account === pool && call === 'coins(uint256)' ? coins : null),
})

test('golden: a swap leaf and its approval are a pair with one venue, and what it leaves free', () => {
  const { pairs, unplaced } = marketOf(input([approve(weth, router), swapLeaf(weth, usdc)]))
  expect(unplaced).toEqual([])
  expect(pairs).toMatchObject([
    {
      sellToken: { address: weth },
      buyToken: { address: usdc },
      venues: [
        {
          route: 'uniswap_v3/swap',
          title: 'Uniswap v3',
          kind: 'exchange',
          target: router,
          drone: null,
          quoting: 'executed',
          variants: { fee: ['100', '500', '3000', '10000'] },
          hasDeadline: true,
          leaves: [{ slot: 1, approvalSlot: 0 }],
          state: 'ready',
          why: null,
        },
      ],
      limitOrder: {
        state: 'not_permitted',
        permittingLeaf: {
          decoder: null,
          digest: null,
          target: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
          signature: 'setPreSignature(bytes,bool)',
          arguments: [weth, usdc, vault],
        },
      },
    },
  ])
})

test('law: the leaf that would permit a venue is the one that was taken out, digest and all', () => {
  const leaf = swapLeaf(weth, usdc)
  const without = marketOf(input([approve(weth, router)]))
  expect(pairOf(without, weth, usdc)).toBeNull()
  const named = permittingLeafOf({
    action: actionOf('uniswap_v3/swap')!,
    binding: { router, token_in: weth, token_out: usdc },
    actor: { self: vault, manager, drone: null },
    decoder,
    canSendValue: false,
  })!
  expect(named.digest).toBe(printHex(digestOf(leaf)))
  const again = buildLeaf({ ...named, decoder })
  const market = marketOf(input([approve(weth, router), again]))
  expect(pairOf(market, weth, usdc)!.venues).toMatchObject([{ state: 'ready' }])
})

test('law: every ordered pair of a pool’s coins is a pair, and each needs its own approval', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 8 }), fc.nat(7), (count, approved) => {
      const coins = Array.from({ length: count }, (_, index) => accountOf(100 + index))
      const leaves = [exchange, approve(coins[approved % count]!, pool)]
      const { pairs } = marketOf(input(leaves, coinsOf(coins)))
      expect(pairs).toHaveLength(count * (count - 1))
      for (const { sellToken, venues } of pairs) {
        const isApproved = sellToken.address === coins[approved % count]
        expect(venues.map(({ state }) => state)).toEqual([
          isApproved ? 'ready' : 'approval_missing',
        ])
      }
      const keys = pairs.map((pair) =>
        `${pair.sellToken.address}${pair.buyToken.address}`.toLowerCase(),
      )
      expect(keys).toEqual([...keys].sort())
    }),
    { numRuns: runsOf(0.5) },
  )
})

test('refuses: a leaf that pays another account is listed and not ready', () => {
  const { pairs } = marketOf(input([approve(weth, router), swapLeaf(weth, usdc, owner)]))
  expect(pairs[0]!.venues).toMatchObject([{ state: 'recipient_not_vault', leaves: [{ slot: 1 }] }])
  expect(pairs[0]!.venues[0]!.why).toContain(owner)
  const aggregator = buildLeaf({
    decoder,
    target: router,
    signature: 'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
    arguments: [pool, weth, usdc, pool, owner],
  })
  const market = marketOf(input([approve(weth, router), aggregator]))
  expect(market.pairs[0]!.venues).toMatchObject([
    { route: 'one_inch/swap_v6', state: 'recipient_not_vault' },
  ])
})

test('refuses: calldata that nobody makes, tokens that nobody tells, approvals that are missing', () => {
  const aggregator = buildLeaf({
    decoder,
    target: router,
    signature: 'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
    arguments: [pool, weth, usdc, pool, vault],
  })
  const leaves = [aggregator, approve(weth, router), exchange, swapLeaf(dai, usdc)]
  const market = marketOf(input(leaves))
  expect(pairOf(market, weth, usdc)!.venues).toMatchObject([{ state: 'needs_calldata' }])
  expect(pairOf(market, dai, usdc)!.venues).toMatchObject([{ state: 'approval_missing' }])
  expect(market.unplaced).toMatchObject([{ route: 'curve/exchange', state: 'token_unknown' }])
  const offered = marketOf({ ...input(leaves), offeredRoutes: new Set(['one_inch/swap_v6']) })
  expect(pairOf(offered, weth, usdc)!.venues).toMatchObject([{ state: 'ready' }])
})

test('law: a tree of thousands of leaves is read in steps, at least one for each', () => {
  const leaves = Array.from({ length: 2_048 }, (_, index) =>
    swapLeaf(accountOf(1_000 + index), usdc),
  )
  const steps = marketSteps(input(leaves))
  let count = 0
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      expect(step.value.pairs).toHaveLength(leaves.length)
      break
    }
    count++
  }
  expect(count).toBeGreaterThanOrEqual(2 * leaves.length)
})

test('behavior: a leaf of a service that ended is a venue only with calldata of its own, one of an old router says so', () => {
  const [executor, odosRouter, oldRouter] = [11, 12, 13].map(accountOf) as [
    Address,
    Address,
    Address,
  ]
  const leafOf = (route: string, target: Address) => {
    const action = actionOf(route)!
    return buildLeaf({
      decoder,
      target,
      signature: parseSignature(action.signature).canonical,
      arguments:
        route === 'odos/swap'
          ? [weth, usdc, vault, executor]
          : [executor, weth, usdc, executor, vault],
    })
  }
  const leaves = [
    approve(weth, odosRouter),
    approve(weth, oldRouter),
    leafOf('odos/swap', odosRouter),
    leafOf('one_inch/swap_v5', oldRouter),
  ]
  const statesOf = (offered: readonly string[]) =>
    marketOf({ ...input(leaves), offeredRoutes: new Set(offered) }).pairs.flatMap(({ venues }) =>
      venues.map(({ route, state, why }) => [route, state, why?.includes('router v6 alone')]),
    )
  expect(statesOf([])).toEqual([['one_inch/swap_v5', 'needs_calldata', true]])
  expect(statesOf(['odos/swap'])).toEqual([
    ['odos/swap', 'ready', undefined],
    ['one_inch/swap_v5', 'needs_calldata', true],
  ])
})
