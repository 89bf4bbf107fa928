import {
  accountant,
  beside,
  day,
  decoder,
  detail,
  lastPage,
  leaf,
  manager,
  pool,
  type RequestExamples,
  type ResponseExamples,
  root,
  strategist,
  summary,
  transaction,
  usdc,
  vault,
} from './vault.ts'

/** A counted worth 0.4 % below the reported one: within the bound. */
const nav = {
  net_assets: '12448000.25',
  fees_owed: '2000',
  nav_gap: '-52000',
  nav_gap_relative: '-0.00415999991680000166',
  nav_gap_bound: '0.005',
  nav_reason: null,
  nav_left_out: 0,
  flags: [],
}
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
  ...nav,
  worth_bounds: {
    lower: '12448000',
    upper: '12448000',
    gap_lower: '-0.00415999991680000166',
    gap_upper: '-0.00415999991680000166',
    open: [],
    next_rate: null,
    next_rate_reason: 'Its accountant does not take its rate within bounds around the last one.',
  },
  allowances: [
    {
      owner: vault,
      spender: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2',
      token: usdc,
      raw_amount: '250000000000',
      is_unlimited: false,
    },
  ],
  allowances_note: null,
  yield_streaming: { vested_amount: '1250.5', vesting_duration_seconds: 604_800 },
}
const figures = {
  vault_address: vault,
  name: 'Example USD',
  tenant: 'example',
  status: 'active',
  deployments: [
    {
      chain: 'mainnet',
      last_day: '2026-11-20',
      as_of: day,
      block_number: 23_901_744,
      base_asset: 'USDC',
      share_price: '1.041893',
      total_assets: '12500000.25',
      total_supply: '11997402.118',
      tvl_usd: '12500000.25',
      apy: 0.043,
      head_at: '2026-11-21T08:12:35Z',
      days_behind: 0,
      roots_without_tree: 0,
      active_roots_without_tree: 0,
    },
  ],
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

const risk = {
  root,
  vault,
  counts: { unknown: 0, critical: 1, high: 0, medium: 0, low: 0, info: 0 },
  risks: [
    {
      code: 'free_recipient',
      severity: 'critical' as const,
      key: `free_recipient ${usdc}`,
      sentence: `Send any amount of ${usdc} to an account of the caller's choice.`,
      positions: [1],
      accounts: [],
      targets: [usdc],
      tokens: [usdc],
      signatures: ['transfer(address,uint256)'],
      arguments: ['to'],
      isGuessed: false,
      worst: {
        slot: 1,
        decoder,
        target: usdc,
        data: `0xa9059cbb${'00'.repeat(12)}${'ad'.repeat(20)}${'ff'.repeat(32)}`,
        value: '0',
        proof: [leaf],
        reads: [],
        checks: [],
        refusedBy: [],
      },
    },
  ],
}
const same = <Value>(value: Value) => ({ before: value, after: value })
const comparison = {
  root: { before: beside, after: root },
  leafCount: { before: 1, after: 2 },
  capacity: same(2),
  padding: same(leaf),
  vault: same(vault),
  manager: same(manager),
  accountant: same(accountant),
  decoder: same(decoder),
  callouts: { newSpenders: [], newRecipients: [], newTargets: [pool], newDecoders: [] },
  added: [
    {
      kind: 'added',
      protocol: 'aave_v3',
      target: pool,
      signature: 'supply(address,uint256,address,uint16)',
    },
  ],
  removed: [],
  changed: [],
  described: [],
  summary: {
    text: ['1 leaf added', '+ aave_v3/supply  supply USDC'],
    cautions: [],
    chain: { id: 1, slug: 'mainnet', because: null },
    counts: { added: 1, removed: 0, changed: 0, described: 0 },
    losses: [],
    bridges: [],
    senders: [],
    sets: [{ kind: 'added', route: 'aave_v3/supply', leaves: 1 }],
    lines: [],
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
  ...nav,
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
  formula: 'performance@2',
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
  listVaultSummaries: { page: { data: [figures], page: lastPage } },
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
          block_number: 23_774_310,
          log_index: 41,
          replaced_at: null,
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
  getTreeRisk: { risk: { data: risk } },
  getTreeDiff: { diff: { data: comparison } },
} satisfies ResponseExamples
