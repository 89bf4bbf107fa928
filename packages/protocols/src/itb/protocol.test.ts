import { actionOf, leafOf, matchLeaf, patternsOf, ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  manager,
  self,
} from '../../../../test/support/call/action-call.ts'

const position = '0xC4F5Ee078a1C4DA280330546C29840d45ab32753'
const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const spender = '0x383E6b4437b59fff47B619CBA855CA29342A8559'
const word = `0x${'11'.repeat(32)}` as const
const wrapper = { wrapper: spender, comet: asset, amount: 5n } as const

test.each<ActionCase>([
  ['itb/accept_ownership', { position }, 'acceptOwnership()', []],
  ['itb/add_executor', { position, executor: spender }, 'addExecutor(address)', [spender]],
  ['itb/remove_executor', { position, executor: spender }, 'removeExecutor(address)', [spender]],
  [
    'itb/approve_token',
    { position, token: asset, spender, amount: 5n },
    'approveToken(address,address,uint256)',
    [asset, spender, 5n],
  ],
  [
    'itb/revoke_token',
    { position, token: asset, spender },
    'revokeToken(address,address)',
    [asset, spender],
  ],
  ['itb/withdraw', { position, asset, amount: 5n }, 'withdraw(address,uint256)', [asset, 5n]],
  ['itb/withdraw_all', { position, asset }, 'withdrawAll(address)', [asset]],
  ['itb/deposit_asset', { position, asset, amount: 5n }, 'deposit(address,uint256)', [asset, 5n]],
  [
    'itb/withdraw_supply',
    { position, asset, amount: 5n },
    'withdrawSupply(address,uint256)',
    [asset, 5n],
  ],
  ['itb/deposit', { position, amount: 5n, min_out: 4n }, 'deposit(uint256,uint256)', [5n, 4n]],
  [
    'itb/deposit_with_data',
    { position, amount: 5n, deposit_data: word },
    'deposit(uint256,bytes32)',
    [5n, word],
  ],
  [
    'itb/withdraw_supply_at_least',
    { position, amount: 5n, min_out: 4n },
    'withdrawSupply(uint256,uint256)',
    [5n, 4n],
  ],
  ['itb/stake', { position, amount: 5n }, 'stake(uint256)', [5n]],
  ['itb/unstake', { position, amount: 5n }, 'unstake(uint256)', [5n]],
  ['itb/start_withdrawal', { position, amount: 5n }, 'startWithdrawal(uint256)', [5n]],
  [
    'itb/complete_withdrawal',
    { position, index: 5n, min_out: 4n },
    'completeWithdrawal(uint256,uint256)',
    [5n, 4n],
  ],
  [
    'itb/complete_next_withdrawal',
    { position, min_out: 4n },
    'completeNextWithdrawal(uint256)',
    [4n],
  ],
  [
    'itb/complete_next_withdrawals',
    { position, min_out: 4n },
    'completeNextWithdrawals(uint256)',
    [4n],
  ],
  [
    'itb/override_withdrawal_indexes',
    { position, start: 1n, end: 2n },
    'overrideWithdrawalIndexes(uint256,uint256)',
    [1n, 2n],
  ],
  ['itb/assemble_position', { position }, 'assemble()', []],
  ['itb/disassemble_position', { position, amount: 5n }, 'disassemble(uint256)', [5n]],
  ['itb/full_disassemble_position', { position }, 'fullDisassemble()', []],
  ['itb/assemble', { position, min_out: 4n }, 'assemble(uint256)', [4n]],
  [
    'itb/disassemble',
    { position, amount: 5n, min_out: 4n },
    'disassemble(uint256,uint256)',
    [5n, 4n],
  ],
  ['itb/full_disassemble', { position, min_out: 4n }, 'fullDisassemble(uint256)', [4n]],
  [
    'itb/update_vault_supervisor',
    { position, supervisor: spender },
    'updateVaultSupervisor(address)',
    [spender],
  ],
  [
    'itb/update_position_config',
    { position, underlying: asset, vault: spender },
    'updatePositionConfig(address,address)',
    [asset, spender],
  ],
  ['itb/mint', { position, amount: 5n }, 'mint(uint256)', [5n]],
  [
    'itb/redeem',
    { position, amount: 5n, min_out: [1n, 2n] },
    'redeem(uint256,uint256[])',
    [5n, [1n, 2n]],
  ],
  [
    'itb/redeem_custom',
    {
      position,
      amount: 5n,
      basket_nonces: [1n],
      portions: [10n ** 18n],
      tokens: [asset, spender],
      min_amounts: [1n, 2n],
    },
    'redeemCustom(uint256,uint48[],uint192[],address[],uint256[])',
    [5n, [1], [10n ** 18n], [asset, spender], [1n, 2n]],
  ],
  [
    'itb/assemble_basket',
    { position, amount: 5n, min_out: 4n },
    'assemble(uint256,uint256)',
    [5n, 4n],
  ],
  [
    'itb/disassemble_basket',
    { position, amount: 5n, min_out: [4n] },
    'disassemble(uint256,uint256[])',
    [5n, [4n]],
  ],
  ['itb/full_disassemble_basket', { position, min_out: [] }, 'fullDisassemble(uint256[])', [[]]],
  ['itb/wrap', wrapper, 'deposit(uint256)', [5n]],
  ['itb/wrap_to', wrapper, 'depositTo(address,uint256)', [self, 5n]],
  ['itb/unwrap', wrapper, 'withdraw(uint256)', [5n]],
  ['itb/unwrap_to', wrapper, 'withdrawTo(address,uint256)', [self, 5n]],
  [
    'itb/add_liquidity_and_stake',
    { position, pool: asset, gauge: spender, amounts: [1n, 2n], min_lp: 3n },
    'addLiquidityAllCoinsAndStake(address,uint256[],address,uint256)',
    [asset, [1n, 2n], spender, 3n],
  ],
  [
    'itb/add_liquidity_and_stake_convex',
    { position, pool: asset, convex_pool: 270n, amounts: [1n, 2n], min_lp: 3n },
    'addLiquidityAllCoinsAndStakeConvex(address,uint256[],uint256,uint256)',
    [asset, [1n, 2n], 270n, 3n],
  ],
  [
    'itb/unstake_and_remove_liquidity',
    { position, pool: asset, gauge: spender, lp: 3n, min_amounts: [1n, 2n] },
    'unstakeAndRemoveLiquidityAllCoins(address,uint256,address,uint256[])',
    [asset, 3n, spender, [1n, 2n]],
  ],
  [
    'itb/unstake_and_remove_liquidity_convex',
    { position, pool: asset, convex_pool: 270n, lp: 3n, min_amounts: [1n, 2n] },
    'unstakeAndRemoveLiquidityAllCoinsConvex(address,uint256,uint256,uint256[])',
    [asset, 3n, 270n, [1n, 2n]],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('behavior: older leaves bind the token that comes out, later ones allow any', () => {
  const boundBy = (route: string) =>
    patternsOf(actionOf(route)!, ruleBook).map(({ pieces }) => pieces.length)
  expect(boundBy('itb/withdraw')).toEqual([0, 1])
  expect(boundBy('itb/withdraw_all')).toEqual([0, 1])
})

test('behavior: a leaf binds the number that Convex has for a pool', () => {
  const [pattern] = patternsOf(actionOf('itb/add_liquidity_and_stake_convex')!, ruleBook)
  const binding = { position, pool: asset, convex_pool: 270n } as const
  const leaf = leafOf(pattern!, binding, { decoder: spender, drone: null, self, manager })
  expect(leaf.arguments).toEqual([asset, '0x000000000000000000000000000000000000010e'])
  expect(matchLeaf(pattern!, leaf, { vault: self, manager })?.binding).toEqual(binding)
})

test('error: UnencodableError for an amount that no word holds', () => {
  const input = { position, asset, amount: 2n ** 256n }
  expect(() => callOfAction('itb/withdraw', input)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
