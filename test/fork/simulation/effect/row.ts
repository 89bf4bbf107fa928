/** A row of the catalogue of actions, and the routes that it consists of. */
export type ActionTableRow = {
  readonly row: number
  readonly name: string
  readonly routes: readonly string[]
}

const routesOf =
  (protocol: string) =>
  (...names: readonly string[]) =>
    names.map((name) => `${protocol}/${name}`)
const aave = routesOf('aave_v3')
const compound = routesOf('compound_v3')
const morpho = routesOf('morpho_blue')
const uniswap = routesOf('uniswap_v3')
const pendle = routesOf('pendle')
const fluid = routesOf('fluid')
const euler = routesOf('euler')
const arbitrum = routesOf('arbitrum')

const table: readonly (readonly [name: string, routes: readonly string[]])[] = [
  ['approve a token', ['erc_20/approve']],
  ['transfer a token', ['erc_20/transfer']],
  ['wrap the coin', ['native_wrapper/wrap']],
  ['unwrap the coin', ['native_wrapper/unwrap']],
  ['Aave v3: supply', aave('supply')],
  ['Aave v3: withdraw', aave('withdraw')],
  ['Aave v3: borrow', aave('borrow')],
  ['Aave v3: repay', aave('repay')],
  ['Aave v3: collateral, e-mode', aave('set_collateral', 'set_e_mode')],
  ['Aave v3: rewards', aave('claim_rewards')],
  ['Compound v3: supply', compound('supply')],
  ['Compound v3: withdraw', compound('withdraw')],
  ['Compound v3: rewards', compound('claim')],
  ['Morpho Blue: supply', morpho('supply')],
  ['Morpho Blue: withdraw', morpho('withdraw')],
  ['Morpho Blue: supply collateral', morpho('supply_collateral')],
  ['Morpho Blue: borrow, withdraw collateral', morpho('borrow', 'withdraw_collateral')],
  ['Morpho Blue: repay', morpho('repay')],
  ['ERC-4626: deposit, mint', routesOf('erc_4626')('deposit', 'mint')],
  ['ERC-4626: withdraw, redeem', routesOf('erc_4626')('withdraw', 'redeem')],
  ['Uniswap v3: swap', uniswap('swap', 'swap_through', 'swap_02', 'swap_through_02')],
  ['Uniswap v3: open a position', uniswap('mint')],
  ['Uniswap v3: add to a position', uniswap('increase_liquidity')],
  ['Uniswap v3: leave a position', uniswap('decrease_liquidity', 'collect', 'burn')],
  ['Curve: exchange', ['curve/exchange']],
  ['Curve: liquidity', routesOf('curve')('add_liquidity', 'remove_liquidity')],
  ['Curve: gauge', routesOf('curve')('stake', 'unstake', 'claim_rewards')],
  ['Balancer v2: swap', ['balancer_v2/swap']],
  ['Balancer v2: join, exit', routesOf('balancer_v2')('join', 'exit')],
  ['Balancer v3', routesOf('balancer_v3')('swap', 'add_liquidity', 'remove_liquidity')],
  ['Permit2', routesOf('permit2')('approve', 'lockdown')],
  ['Pendle: SY', pendle('mint_sy', 'redeem_sy')],
  [
    'Pendle: PT and YT',
    [
      ...pendle('buy_pt', 'sell_pt', 'buy_yt', 'sell_yt'),
      ...pendle('buy_pt_with_orders', 'sell_pt_with_orders'),
      ...pendle('buy_yt_with_orders', 'sell_yt_with_orders'),
    ],
  ],
  [
    'Pendle: PY, liquidity, claims',
    pendle('mint_py', 'redeem_py', 'add_liquidity', 'remove_liquidity', 'claim'),
  ],
  ['Lido: stake, wrap, unwrap', routesOf('lido')('stake', 'wrap', 'unwrap')],
  [
    'Lido: withdrawals',
    routesOf('lido')('request_withdrawals', 'claim_withdrawal', 'claim_withdrawals'),
  ],
  [
    'ether.fi',
    routesOf('ether_fi')('stake', 'wrap', 'unwrap', 'request_withdraw', 'claim_withdraw'),
  ],
  ['Ethena: cooldown', routesOf('ethena')('cooldown_assets', 'cooldown_shares', 'unstake')],
  ['Ethena: orders', routesOf('ethena')('mint', 'redeem')],
  ['Lombard', routesOf('lombard')('mint', 'bridge')],
  ['Fluid: lending', fluid('deposit', 'withdraw')],
  [
    'Fluid: vaults',
    [
      ...fluid('operate', 'operate_smart_side', 'operate_smart'),
      ...fluid('operate_perfect_side', 'operate_perfect'),
    ],
  ],
  ['Euler: vaults', euler('deposit', 'borrow', 'repay')],
  [
    'Euler: connector',
    [
      ...euler('enable_controller', 'enable_collateral'),
      ...euler('borrow_for_account', 'withdraw_for_account', 'redeem_for_account'),
    ],
  ],
  ['CCTP', routesOf('cctp')('burn', 'receive')],
  ['LayerZero', ['layer_zero/send']],
  ['CCIP', ['ccip/send']],
  [
    'OP Stack',
    [
      ...routesOf('standard_bridge')('bridge_eth', 'bridge_token'),
      ...routesOf('standard_bridge')('prove_withdrawal', 'finalize_withdrawal'),
      'mantle/bridge_eth',
    ],
  ],
  [
    'Arbitrum',
    [
      ...arbitrum('bridge_token', 'bridge_token_with_refund', 'bridge_eth'),
      ...arbitrum('withdraw_token', 'withdraw_eth', 'claim'),
    ],
  ],
  ['Linea', routesOf('linea_bridge')('bridge_token', 'bridge_eth', 'claim', 'claim_with_proof')],
  ['1inch', routesOf('one_inch')('swap_v5', 'swap_v6')],
  ['Odos', routesOf('odos')('swap', 'swap_compact')],
  [
    'tellers',
    [
      ...routesOf('teller')('deposit', 'deposit_with_referrer'),
      ...routesOf('teller')('bulk_deposit', 'bulk_withdraw', 'withdraw'),
    ],
  ],
  ['tellers across chains', routesOf('teller')('bridge', 'deposit_and_bridge')],
  ['withdrawal queues', routesOf('withdraw_queue')('request', 'cancel', 'replace')],
  ['Merkl', routesOf('merkl')('claim', 'toggle_operator')],
  ['fees', ['accountant/claim_fees']],
  ['Sky', routesOf('sky_money')('sell_gem', 'buy_gem', 'dai_to_usds', 'usds_to_dai')],
  ['flash loan', ['balancer_v2/flash_loan']],
]

/** All rows, in order from 1. */
export const rowList: readonly ActionTableRow[] = table.map(([name, routes], at) => ({
  row: at + 1,
  name,
  routes,
}))
