import { strategist, transaction, usdc, vault } from './vault.ts'

/** WETH on Ethereum. */
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
/** The tokens of a swap. */
export const sellToken = { symbol: 'WETH', address: weth, decimals: 18 }
export const buyToken = { symbol: 'USDC', address: usdc, decimals: 6 }
/** The uid of an order. */
export const uid = `0x${'05e5a05e44f1850f917a1c3bf3e65c1e1f0a432a924c6a8246a26fdac4b976a2'}${vault.slice(2).toLowerCase()}6a60f3c0`
/** Its terms. */
export const order = {
  sell_token: weth,
  buy_token: usdc,
  receiver: vault,
  raw_sell_amount: '10000000000000000000',
  raw_buy_amount: '27000000000',
  valid_to: 1_784_738_752,
  app_data: '0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d',
  fee_amount: '0',
  kind: 'sell' as const,
  partially_fillable: false,
  sell_token_balance: 'erc20' as const,
  buy_token_balance: 'erc20' as const,
}
/** Its state. */
export const orderState = {
  order_uid: uid,
  created_at: '2026-11-20T12:00:02Z',
  quote_id: null,
  sell_token: sellToken,
  buy_token: buyToken,
  sell_amount: '10',
  buy_amount: '27000',
  order,
  status: 'filled' as const,
  block_number: 23_650_420,
  raw_filled_sell: '10000000000000000000',
  raw_filled_buy: '27004500000',
  raw_remaining: '0',
  raw_fillable: '0',
  warnings: [],
  trades: [
    {
      block_number: 23_650_412,
      transaction_hash: transaction,
      log_index: 17,
      raw_sell_amount: '10000000000000000000',
      raw_buy_amount: '27004500000',
    },
  ],
  order_book: null,
}

/** The order among those of all vaults. */
export const tenantOrder = {
  chain: 'mainnet',
  vault_address: vault,
  strategist_address: strategist,
  order_uid: uid,
  order: orderState,
  reason: null,
}
