import {
  beside,
  lastPage,
  manager,
  type RequestExamples,
  type ResponseExamples,
  root,
  strategist,
  transaction,
  usdc,
  vault,
} from './vault.ts'

const indexed = {
  chain: 'mainnet',
  vault_address: vault,
  name: 'Example USD',
  is_current: false,
  is_found: true,
  head_block_number: 23_904_100,
  head_at: '2026-11-21T08:12:35Z',
  due_from: '2026-01-15',
  due_to: '2026-11-20',
  last_day: '2026-11-20',
  lag_seconds: 29_556,
  missing: { days: 1, ranges: [{ from: '2026-11-18', to: '2026-11-18' }], more_ranges: 0 },
  lost: { days: 0, ranges: [], more_ranges: 0 },
  stale: { days: 0, ranges: [], more_ranges: 0 },
  missing_days: ['2026-11-18'],
  lost_days: [],
  stale_days: [],
  failure_count: 1,
  parked_count: 1,
  failures: [
    {
      kind: 'vault.snapshot',
      day: '2026-11-18',
      state: 'parked',
      attempts: 8,
      code: 'price_missing',
      message: 'No source has a price of USDC at 2026-11-18T23:59:59Z.',
      first_at: '2026-11-19T00:20:00Z',
      last_at: '2026-11-20T00:20:00Z',
      retry_at: null,
    },
  ],
  roots_without_tree: 0,
  active_roots_without_tree: 0,
}

/** Bodies to show for the index. */
export const indexingRequests = {
  repairIndex: { vault: { chain: 'mainnet', vault_address: vault, from: '2026-11-18' } },
} satisfies RequestExamples

/** Answers to show for roots and for the index. */
export const indexingResponses = {
  getFinality: {
    newest: {
      data: {
        chain: 'mainnet',
        chain_id: 1,
        block_number: 22_423_066,
        block_hash: '0x3a86be4332b0dd26d0f7f442286d741938570a29d4244551d091a080c9ade455',
        final_slot: 11_640_928,
        final_root: root,
        final_block_number: 22_423_066,
        final_block_at: '2025-05-06T07:05:59Z',
        signer_count: 511,
        checkpoint_root: '0xd9717ecc253684291f828688f311ba74d05af74c31654f6e14077669fca62f6a',
        checkpoint_slot: 11_640_864,
        checkpoint_at: '2025-05-06T06:53:11Z',
        period_count: 1,
        rollup: null,
        finality_file: '{"format":"vaultwright-finality","version":1, …}',
      },
    },
  },
  listPendingRoots: {
    roots: {
      data: [
        {
          root_hash: root,
          strategist,
          active: false,
          set_at: null,
          set_tx_hash: null,
          leaf_count: 2,
          block_number: null,
          log_index: null,
          replaced_at: null,
          links: { tree: `/trees/${root}/pending` },
        },
      ],
    },
  },
  listRootChanges: {
    page: {
      data: [
        {
          root_hash: root,
          strategist,
          set_at: '2026-11-02T10:30:11Z',
          block_number: 23_774_310,
          log_index: 41,
          set_tx_hash: transaction,
          leaf_count: 2,
          links: { tree: `/trees/${root}` },
        },
      ],
      page: lastPage,
    },
  },
  listExecutions: {
    page: {
      data: [
        {
          transaction_hash: transaction,
          block_number: 23_904_087,
          block_hash: beside,
          log_index: 212,
          executed_at: '2026-11-21T08:10:11Z',
          strategist,
          origin: 'safe',
          safe_tx_hash: root,
          calls: 2,
          sentences: ['Supply 25,000 USDC to Aave v3'],
          moves: [{ token_address: usdc, holder_address: vault, raw_amount: '-25000000000' }],
          tokens: [],
          basis: 'trace',
          outcome: 'executed_as_said',
          not_stated_because: null,
          findings: [],
          links: { receipt: `/safes/mainnet/${strategist}/executions/${root}` },
        },
      ],
      page: lastPage,
    },
  },
  getRootProof: {
    proof: {
      data: {
        chain: 'mainnet',
        chain_id: 1,
        manager_address: manager,
        strategist_address: strategist,
        block_number: 23_901_744,
        block_hash: transaction,
        header_rlp: '0xf90234',
        account_proof: ['0xf90211', '0xf8719d'],
        storage_slot: beside,
        storage_proof: ['0xf844a1'],
        root_hash: root,
      },
    },
  },
  listRevisions: {
    page: {
      data: [
        {
          day: '2026-11-19',
          revisions: [
            {
              kind: 'daily',
              number: 0,
              since: '2026-11-20T00:20:00Z',
              until: '2026-11-20T09:00:00Z',
              reason: 'The price of USDC was corrected.',
              values: { share_price: '1.041849', tvl_usd: '12400000' },
            },
          ],
          current: { daily: { share_price: '1.041849', tvl_usd: '12410000' } },
        },
      ],
      page: lastPage,
    },
  },
  getIndexStatus: { status: { data: [indexed], page: lastPage } },
  repairIndex: { repair: { data: { chain: 'mainnet', vault_address: vault, retried: 1 } } },
} satisfies ResponseExamples
