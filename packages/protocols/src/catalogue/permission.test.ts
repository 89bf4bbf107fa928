import type { Address } from '@vaultwright/base'
import { buildLeaf, type Leaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  emptyFacts,
  isComplete,
  type KnownFacts,
  leafOf,
  patternsOf,
  permissionsOf,
  protocols,
  ruleBook,
} from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const accountOf = (seed: number) => checksumOf(`0x${seed.toString(16).padStart(40, '0')}`)
const [vault, manager, decoder, pool, usdc, weth] = [1, 2, 3, 4, 5, 6].map((seed) =>
  accountOf(seed + 4096),
) as [Address, Address, Address, Address, Address, Address]
const owner = { vault, manager }
const routes = ['supply', 'withdraw', 'borrow', 'repay', 'set_collateral', 'set_e_mode']
const actor = { self: vault, manager, decoder, drone: null }

/** The leaves that permit an action, approvals first. */
function leavesOf(route: string, binding: Binding, drone: Address | null = null): readonly Leaf[] {
  const action = actionOf(route)!
  const [pattern] = patternsOf(action, ruleBook)
  const acting = drone === null ? actor : { ...actor, self: drone, drone }
  const approvals = approvalsOf(action, binding).flatMap((one) => approvalLeavesOf(one, acting))
  return [...approvals, leafOf(pattern!, binding, acting)]
}

const request = fc.record({
  route: fc.constantFrom(...routes).map((name) => `aave_v3/${name}`),
  pool: fc.nat(3).map((seed) => accountOf(seed + 512)),
  asset: fc.nat(3).map((seed) => accountOf(seed + 768)),
  drone: fc.option(fc.nat(1).map((seed) => accountOf(seed + 1024))),
})

/** Text of a permission, to compare sets. */
const textOf = (route: string, drone: Address | null, binding: Binding) =>
  `${route} ${drone} ${JSON.stringify(Object.entries(binding).sort())}`

test('default: what leaves were built for is what is read, in whatever order they stand', () => {
  const drawn = fc.array(request, { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(drawn, fc.infiniteStream(fc.nat()), (wishes, order) => {
      const expected = new Set<string>()
      const leaves: Leaf[] = []
      for (const { route, drone, ...values } of wishes) {
        const { pool, asset } = values
        const binding = route.endsWith('set_e_mode') ? { pool } : { pool, asset }
        // A drone shows itself by a leaf that names it; one of category mode alone does not.
        if (drone !== null) leaves.push(...leavesOf('aave_v3/supply', { pool, asset }, drone))
        if (drone !== null) expected.add(textOf('aave_v3/supply', drone, { pool, asset }))
        expected.add(textOf(route, drone, binding))
        leaves.push(...leavesOf(route, binding, drone))
      }
      const shuffled = leaves
        .map((leaf) => ({ leaf, at: order.next().value as number }))
        .sort((one, other) => one.at - other.at)
        .map(({ leaf }) => leaf)
      const { permissions, claims } = permissionsOf(shuffled, owner)
      const pairs = permissions
        .filter(({ action }) => action.route !== 'erc_20/approve')
        .map(({ action, drone, binding }) => textOf(action.route, drone, binding))
      expect(pairs.sort()).toEqual([...expected].sort())
      expect(permissions.every(isComplete)).toBe(true)
      expect(claims.every((claim) => claim !== null)).toBe(true)
    }),
  )
})

test('behavior: an action whose approval has no leaf lists it as missing', () => {
  const leaves = leavesOf('aave_v3/supply', { pool, asset: usdc })
  const [permission] = permissionsOf(leaves.slice(1), owner).permissions
  expect(permission?.missing.map(({ token, spender }) => [token, spender])).toEqual([[usdc, pool]])
  expect(permissionsOf(leaves, owner).permissions.every(isComplete)).toBe(true)
})

test('behavior: an approval by the vault does not serve its drone', () => {
  const drone = accountOf(9999)
  const binding = { pool, asset: weth }
  const ofVault = leavesOf('aave_v3/supply', binding)[0]!
  const [, supply] = leavesOf('aave_v3/supply', binding, drone)
  const { permissions } = permissionsOf([ofVault, supply!], owner)
  expect(permissions.filter((one) => !isComplete(one)).map((one) => one.drone)).toEqual([drone])
})

test('behavior: a drone shows itself by the leaf that takes its coins back, or is known', () => {
  const drone = accountOf(9998)
  const approve = leavesOf('aave_v3/supply', { pool, asset: weth }, drone)[0]!
  const back = leavesOf('vault_base/withdraw_native_from_drone', { drone })
  const dronesOf = (leaves: readonly Leaf[], drones: readonly Address[] = []) =>
    permissionsOf(leaves, { ...owner, drones }).permissions.map((one) => one.drone)
  expect(dronesOf([approve])).toEqual([])
  expect(dronesOf([approve], [drone])).toEqual([drone])
  expect(dronesOf([approve, ...back])).toEqual([drone, null])
})

test('behavior: who pulls may be a fact of the called account, and is unknown without it', () => {
  const [teller, otherTeller] = [accountOf(301), accountOf(302)]
  const leaves = leavesOf('teller/bulk_deposit', { teller, asset: usdc, vault: otherTeller })
  const read = (knownFacts: KnownFacts) =>
    permissionsOf(leaves, owner, { knownFacts }).permissions.find(
      ({ action }) => action.route === 'teller/bulk_deposit',
    )
  expect(read(emptyFacts)?.unknown).toEqual(['vault'])
  const facts: KnownFacts = {
    ...emptyFacts,
    factOf: (account, call) => (account === teller && call === 'vault()' ? otherTeller : null),
  }
  expect(read(facts)).toMatchObject({ unknown: [], missing: [], binding: { vault: otherTeller } })
})

test('behavior: what is known of an account decides between protocols that share a function', () => {
  const withdraw = leavesOf('aave_v3/withdraw', { pool, asset: usdc })
  const facts: KnownFacts = {
    ...emptyFacts,
    protocolsOf: (account) => (account === pool ? ['aave_v3'] : []),
  }
  const { permissions } = permissionsOf(withdraw, owner, { knownFacts: facts })
  expect(permissions.map(({ action }) => action.route)).toEqual(['aave_v3/withdraw'])
})

test('behavior: what a vault alone may pull is its asset; of two, or of a router, nothing is guessed', () => {
  const deposit = (assets: readonly Address[]) => [
    ...leavesOf('erc_4626/deposit', { vault: pool, asset: assets[0]! }),
    ...assets.slice(1).map((asset) => leavesOf('erc_4626/deposit', { vault: pool, asset })[0]!),
  ]
  const read = (leaves: readonly Leaf[], knownFacts = emptyFacts) =>
    permissionsOf(leaves, owner, { knownFacts }).permissions.find(
      ({ action }) => action.route === 'erc_4626/deposit',
    )
  expect(read(deposit([usdc]))).toMatchObject({ binding: { asset: usdc }, unknown: [] })
  expect(read(deposit([usdc, weth]))).toMatchObject({ unknown: ['asset'] })
  const facts: KnownFacts = {
    ...emptyFacts,
    factOf: (account, call) => (account === pool && call === 'asset()' ? weth : null),
  }
  const psm = leavesOf('sky_money/sell_gem', { psm: pool, gem: usdc, usds: weth })
  const sale = permissionsOf(psm, owner).permissions.find(
    ({ action }) => action.route === 'sky_money/sell_gem',
  )
  expect(sale?.unknown).toHaveLength(1)
  expect(read(deposit([usdc, weth]), facts)).toMatchObject({
    binding: { asset: weth },
    unknown: [],
  })
  expect(read(deposit([usdc]), facts)?.missing.map(({ token }) => token)).toEqual([weth])
})

test('error: nothing is read of leaves for another vault', () => {
  const leaves = leavesOf('aave_v3/withdraw', { pool, asset: usdc })
  const foreignOwner = { vault: accountOf(77), manager }
  expect(permissionsOf(leaves, foreignOwner).permissions).toEqual([])
})

/** A leaf that several protocols have, for an account that nothing is known of. */
const withdrawalAt = (target: Address): Leaf =>
  buildLeaf({
    decoder,
    target,
    canSendValue: false,
    signature: 'withdraw(uint256)',
    arguments: [],
    description: '',
  })

test('law: a function that protocols share is not an action for certain until its target is known', () => {
  const withdrawing = protocols.flatMap(({ name, actions }) =>
    actions.some(({ signature }) => signature.startsWith('withdraw(uint256 ')) ? [name] : [],
  )
  fc.assert(
    fc.property(fc.nat(3), fc.constantFrom(...withdrawing), (seed, name) => {
      const leaf = withdrawalAt(accountOf(seed + 2048))
      const [guess] = permissionsOf([leaf], owner).claims
      expect(guess).toMatchObject({ isPossible: true })
      const knownFacts = { ...emptyFacts, protocolsOf: () => [name] }
      const [claim] = permissionsOf([leaf], owner, { knownFacts }).claims
      const isRead = claim?.pattern.action.protocol === name
      expect(claim?.isPossible).toBe(!isRead)
    }),
  )
})

test('golden: what one protocol alone has, and what any token has, is certain', () => {
  const { claims } = permissionsOf(leavesOf('aave_v3/supply', { pool, asset: usdc }), owner)
  expect(claims.map((claim) => claim?.isPossible)).toEqual([false, false])
})

test('refuses: a reading against what is known of the account', () => {
  const knownFacts = { ...emptyFacts, protocolsOf: () => ['nobody'] }
  const [claim] = permissionsOf([withdrawalAt(pool)], owner, { knownFacts }).claims
  expect(claim?.isPossible).toBe(true)
})

test('law: a leaf that permits several actions of a protocol is read as each of them', () => {
  // A decoder packs the opening of a position, its increase and ways to end either alike.
  const binding = { position_manager: pool, token0: usdc, token1: weth, hooks: accountOf(7) }
  const alike = ['mint', 'increase_liquidity', 'mint_closed', 'increase_liquidity_closed']
  const ending = ['decrease_liquidity_closed', 'burn_closed']
  const routes = [...alike, ...ending].map((name) => `uniswap_v4/${name}`)
  for (const route of routes) {
    const { permissions, claims } = permissionsOf(leavesOf(route, binding), owner)
    const ofProtocol = permissions.filter(({ action }) => action.protocol === 'uniswap_v4')
    expect(ofProtocol.map(({ action }) => action.route).sort(), route).toEqual([...routes].sort())
    for (const permission of ofProtocol) expect(permission.binding).toMatchObject(binding)
    expect(claims.filter((claim) => claim?.pattern.action.protocol === 'uniswap_v4')).toHaveLength(
      1,
    )
  }
})

test('refuses: a shape that binds another account is not read as a second action', () => {
  const binding = { router: pool, token_in: usdc, token_out: weth }
  const { permissions } = permissionsOf(leavesOf('uniswap_v3/swap', binding), owner)
  const ofProtocol = permissions.filter(({ action }) => action.protocol === 'uniswap_v3')
  expect(ofProtocol.map(({ action }) => action.route)).toEqual(['uniswap_v3/swap'])
})

test('refuses: the one approval for an OFT that may pull a fee does not say which token it sends', () => {
  const [oft, endpoint] = [pool, accountOf(9000)]
  const [word, destination] = [`0x${'00'.repeat(12)}${vault.slice(2)}` as const, 30_110n]
  const sent = { oft, destination, recipient: word, endpoint }
  // The OFT burns its own token, which takes no approval: what is approved is the fee.
  const paid = leavesOf('layer_zero/send_for_token_fee', { ...sent, token: oft, fee_token: usdc })
  const leaves = [...paid, ...leavesOf('layer_zero/send', { ...sent, token: oft })]
  const unknownOf = (tree: readonly Leaf[]) =>
    permissionsOf(tree, owner).permissions.flatMap(({ action, binding, unknown }) =>
      action.route === 'layer_zero/send' ? [[binding.token, unknown]] : [],
    )
  expect(unknownOf(leaves)).toEqual([[undefined, ['token']]])
  // Where nothing pulls a fee, the one approval is that of the token.
  expect(unknownOf(leavesOf('layer_zero/send', { ...sent, token: usdc }))).toEqual([[usdc, []]])
})
