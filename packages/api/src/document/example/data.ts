import {
  beside,
  day,
  detail,
  lastPage,
  leaf,
  type RequestExamples,
  type ResponseExamples,
  root,
  strategist,
  summary,
  transaction,
  vault,
} from './vault.ts'

const snapshot = {
  chain: 'mainnet',
  vault_address: vault,
  block_number: 23_901_744,
  as_of: day,
  snapshot_type: 'yield_streaming',
  share_price: '1.041893',
  total_assets: '12500000.25',
  total_supply: '11997402.118',
  positions: [{ protocol: 'aave_v3', asset: 'USDC', balance: '12500000.25' }],
  prices: { mainnet: { USDC: '1' } },
  base_asset: 'USDC',
  yield_streaming: { vested_amount: '1250.5', vesting_duration_seconds: 604_800 },
}
const chainTree = {
  root_hash: root,
  format: 'rust' as const,
  leaf_count: 2,
  depth: 1,
  tree: {
    leaves: [{ description: 'Supply USDC to Aave v3' }],
    root,
    layers: [[leaf, beside], [root]],
  },
}

const tree = '{"metadata":{},"leafs":[],"MerkleTree":{}}'

const daily = {
  vault_address: vault,
  chain: 'mainnet',
  as_of: day,
  block_number: 23_901_744,
  daily_apy: 0.0155,
  price_usd: '1.041893',
  share_price: 1.041893,
  total_assets: '12500000.25',
  tvl_usd: '12500000.25',
}
const end = { day: '2026-11-19', sharePrice: { value: '1.041849', reason: null }, isPaused: false }
const dailyReceipt = {
  formula: 'daily@1',
  inputs: { today: { day: '2026-11-20', accountant: { rate: '1041893' } }, before: end },
  result: {
    dailyApy: { value: '0.0155', reason: null },
    sharePrice: { value: '1.041893', reason: null },
    flags: [],
  },
}
const performance = {
  vault_address: vault,
  chain: 'mainnet',
  as_of: '2026-11-20T00:00:00Z',
  window_days: 7 as const,
  apy: 0.043,
  fees: 0.01,
  performance_fees: null,
  global_apy_breakdown: { real_apy: 0.053, maturity_apy: 0, fee: 0.01 },
  maturity_apy_breakdown: [],
  real_apy_breakdown: [{ allocation: 1, apy: 0.053, chain: 'mainnet', protocol: 'aave_v3' }],
}
const performanceReceipt = {
  formula: 'performance@1',
  inputs: { chain: 'mainnet', day: '2026-11-20', first: null, others: [] },
  result: { apy: { value: '0.043', reason: null }, flags: [] },
}

/** Bodies to show for vault data. */
export const dataRequests = {
  pushTree: {
    tree: { chain: 'mainnet', vault_address: vault, strategist_address: strategist, tree },
  },
} satisfies RequestExamples

/** Answers to show for vault data. */
export const dataResponses = {
  listVaults: { page: { data: [summary], page: lastPage } },
  getVault: { vault: { data: detail } },
  getLatestSnapshot: { snapshot: { data: snapshot } },
  listSnapshots: { page: { data: [snapshot], page: lastPage } },
  listRoots: {
    page: {
      data: [
        {
          root_hash: root,
          strategist,
          active: true,
          set_at: '2026-11-02T10:30:11Z',
          set_tx_hash: transaction,
          leaf_count: 2,
          links: { tree: `/trees/${root}` },
        },
      ],
      page: lastPage,
    },
  },
  listDailyData: {
    page: { data: [daily], meta: { from: day, to: day }, page: lastPage },
    explained: {
      data: [{ ...daily, receipt: dailyReceipt }],
      meta: { from: day, to: day },
      page: lastPage,
    },
  },
  getPerformance: {
    performance: { data: performance },
    explained: { data: { ...performance, receipt: performanceReceipt } },
  },
  getTree: { tree: { data: chainTree } },
  getPendingTree: { tree: { data: chainTree } },
  pushTree: {
    pushed: {
      data: {
        root_hash: root,
        state: 'pending',
        new_tree: true,
        new_root: true,
        differences: [],
      },
    },
  },
} satisfies ResponseExamples
