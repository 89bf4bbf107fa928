import { buyToken, order, orderState, sellToken, tenantOrder, uid, weth } from './swap-order.ts'
import {
  beside,
  decoder,
  lastPage,
  manager,
  type RequestExamples,
  type ResponseExamples,
  root,
  usdc,
  vault,
} from './vault.ts'

const router = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const settlement = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
const relayer = '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110'
const quoteId = 'q_5Qm1xZr3Yt7Lw9Kc2Vb8Ng'
const candidate = {
  id: 'c1',
  legs: [
    {
      route: 'uniswap_v3/swap',
      params: { fee: '500' },
      sell_token: weth,
      buy_token: usdc,
      sell_amount: '10',
      raw_sell_amount: '10000000000000000000',
      share_bps: 10_000,
      raw_least: '25908040000',
    },
  ],
  method: 'executed' as const,
  buy_amount: '25986',
  raw_buy_amount: '25986000000',
  offered_amount: null,
  raw_least: '25908040000',
  loss_bps: '5.3846',
  impact_bps: '1.2',
  impact_reason: null,
  gas_used: 180_792,
  net_of_gas: '25985.21',
  within_bound: true,
  leftover: [],
  free: [],
  refusal: null,
}
const bound = { max_loss_bps: 50, raw_least: '25870000000', least: '25870' }
const price = { source: 'feed:0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', per: 'usd' as const }
const quote = {
  quote_id: quoteId,
  created_at: '2026-11-20T12:00:02Z',
  expires_at: '2026-11-20T12:01:02Z',
  block_number: 23_650_000,
  block_hash: beside,
  root_hash: root,
  sell_token: sellToken,
  buy_token: buyToken,
  sell_amount: '10',
  raw_sell_amount: '10000000000000000000',
  slippage_bps: 30,
  fair: {
    buy_amount: '26000',
    raw_buy_amount: '26000000000',
    sources: [
      { ...price, asset: weth, price: '2600', as_of: '2026-11-20T11:59:47Z' },
      { ...price, asset: usdc, price: '1', as_of: '2026-11-20T11:58:11Z' },
    ],
  },
  fair_reason: null,
  bound,
  best: 'c1',
  candidates: [candidate],
  refused: [
    {
      route: 'uniswap_v3/swap',
      params: { fee: '10000' },
      code: 'venue_reverted',
      message: 'Pool does not exist',
    },
  ],
  why: [],
  not_permitted: [],
  receipt: {
    formula: 'swap-quote@4' as const,
    inputs: { chainId: 1, blockNumber: '23650000' },
    result: { best: 'c1' },
  },
}
const report = {
  route: 'uniswap_v3/swap',
  name: 'Swap',
  protocol: 'uniswap_v3',
  protocol_name: 'Uniswap v3',
  protocol_app_url: 'https://app.uniswap.org',
  description: 'Swap 10 WETH for USDC through Uniswap v3',
  calls: [
    {
      description: 'Swap 10 WETH for USDC through Uniswap v3',
      target: router,
      data: '0xc04b8d59',
      value: '0',
      decoder,
      leaf_index: 28,
      signature: 'exactInput((bytes,address,uint256,uint256,uint256))',
      proof: [beside],
    },
  ],
}
const built = {
  encoded_tx_data: '0x244b0f6a',
  target: manager,
  description: 'Multiple actions execution',
  action_api_response: [report],
  simulation_skipped: true as const,
}
/** Bodies to show for swaps. */
export const swapRequests = {
  createSwapQuote: {
    amount: { sell_token: 'WETH', buy_token: 'USDC', sell_amount: '10', slippage_bps: 30 },
    balance: { sell_token: 'WETH', buy_token: 'USDC', sell_amount: 'all', max_hops: 2 },
    batch: {
      swaps: [
        { sell_token: 'WETH', buy_token: 'USDC', sell_amount: '10' },
        { sell_token: 'USDC', buy_token: 'DAI', sell_amount: '5000' },
      ],
      before: [{ route: 'aave_v3/withdraw', params: { asset: 'WETH', amount: '10' } }],
    },
  },
  buildMarketSwap: {
    quoted: { quote_id: quoteId, candidate: 'c1' },
    at_once: { sell_token: 'WETH', buy_token: 'USDC', sell_amount: '10', verbose: true },
  },
  buildLimitOrder: {
    limit: {
      sell_token: 'WETH',
      buy_token: 'USDC',
      sell_amount: '10',
      limit_price: '2700',
      valid_for_seconds: 86_400,
    },
  },
  buildOrderCancellation: { order: { order_uid: uid } },
} satisfies RequestExamples

/** Answers to show for swaps. */
export const swapResponses = {
  listSwapPairs: {
    page: {
      data: [
        {
          sell_token: sellToken,
          buy_token: buyToken,
          venues: [
            {
              route: 'uniswap_v3/swap',
              venue: 'Uniswap v3',
              kind: 'exchange',
              target: router,
              actor: 'vault',
              quoting: 'executed',
              variants: { fee: ['100', '500', '3000', '10000'] },
              has_deadline: true,
              leaves: [{ leaf_index: 28, approval: 26 }],
              state: 'ready',
              why: null,
              free: [
                {
                  field: 'fee',
                  why: 'The leaf binds tokens and recipient, not the pool: any tier may be named.',
                },
              ],
            },
          ],
          limit_order: {
            state: 'not_permitted',
            why: 'The tree has no leaf that pre-signs this pair.',
            leaf_that_would_permit: {
              decoder: null,
              target: settlement,
              value: false,
              signature: 'setPreSignature(bytes,bool)',
              arguments: [weth, usdc, vault],
              leaf_digest: null,
            },
          },
        },
      ],
      page: lastPage,
    },
  },
  createSwapQuote: { quote: { data: quote } },
  getSwapQuote: { quote: { data: quote } },
  buildMarketSwap: {
    transaction: {
      data: {
        ...built,
        quote: {
          quote_id: quoteId,
          block_number: 23_650_002,
          block_hash: beside,
          candidate,
        },
        least: '25908.04',
        raw_least: '25908040000',
        bound,
        deadline: '2026-11-20T13:00:12Z',
        approvals_left: [],
      },
    },
  },
  buildLimitOrder: {
    order: {
      data: {
        ...built,
        order,
        order_digest: uid.slice(0, 66),
        order_uid: uid,
        settlement,
        vault_relayer: relayer,
        eip712: {
          domain: {
            name: 'Gnosis Protocol',
            version: 'v2',
            chainId: 1,
            verifyingContract: settlement,
          },
          primaryType: 'Order',
        },
        allowance: {
          raw_before: '0',
          raw_open_orders: '0',
          raw_after: '10000000000000000000',
        },
        order_book: {
          method: 'POST',
          path: '/api/v1/orders',
          body: { signingScheme: 'presign', signature: '0x', from: vault },
          published: false,
        },
      },
    },
  },
  listSwapOrders: { page: { data: [orderState], page: lastPage } },
  listOrders: { page: { data: [tenantOrder], page: lastPage } },
  getSwapOrder: { order: { data: orderState } },
  buildOrderCancellation: {
    cancellation: {
      data: {
        ...built,
        order_uid: uid,
        order_uids: [uid],
        method: 'invalidate',
        is_final: true,
        allowance: {
          raw_before: '10000000000000000000',
          raw_open_orders: '0',
          raw_after: '0',
        },
      },
    },
  },
} satisfies ResponseExamples
