import {
  beside,
  leaf,
  manager,
  type RequestExamples,
  type ResponseExamples,
  root,
  strategist,
  transaction,
  usdc,
  vault,
} from './vault.ts'

const owners = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
] as const
const delegate = '0xb6716976A3ebe8D39aCEB04372f22Ff8e6802D7A'
const zero = '0x0000000000000000000000000000000000000000'
const account = {
  chain: 'mainnet',
  chain_id: 1,
  safe_address: strategist,
  version: '1.4.1',
  nonce: '12',
  threshold: 2,
  owners: [...owners],
  modules: [],
  singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  guard: zero,
  module_guard: zero,
  fallback_handler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  block_number: 23_904_100,
  block_hash: beside,
}
const signature = `0x${'ab'.repeat(64)}1b`
const entry = {
  safe_tx_hash: transaction,
  stated_hash: transaction,
  nonce: '12',
  state: 'awaiting' as const,
  answer: 'yes' as const,
  vault_address: vault,
  content_hash: leaf,
  intent_hash: root,
  signatures: [{ owner: owners[0], signature }],
  refused: [],
  reasons: [],
  is_trusted: true,
  proposed_by_delegate: delegate,
  first_seen_at: '2026-11-20T12:00:02Z',
  link: `https://app.safe.global/transactions/tx?safe=eth:${strategist}&id=multisig_${strategist}_${transaction}`,
}
const judgement = { account, is_proven: true, vault_address: vault, root_hash: root, tokens: [] }
const listing = {
  service: 'transaction service',
  read_at: '2026-11-20T12:00:02Z',
  quota_remaining: 49_120,
  is_cut: false,
  failure: null,
  rows: [],
}

const batch = {
  version: '1.0',
  chainId: '1',
  createdAt: 1_763_640_000_000,
  meta: { name: 'Example USD' },
  transactions: [{ to: manager, value: '0', data: '0x244b0f6a' }],
}

const bounds = { raw_at_least: '-25000000', raw_at_most: '-25000000' }
const moved = { token_address: usdc, holder_address: vault, ...bounds }
const statement = { block_number: account.block_number, moves: [moved], approvals: [], tokens: [] }

/** Bodies to show for queues of Safes. */
export const safeRequests = {
  confirmSafeTransaction: { owner: { safe_tx_hash: transaction, signature } },
  sendSafeTransaction: {
    relayer: { safe_tx_hash: transaction, sender_address: delegate },
  },
  proposeSafeTransaction: { batch: { batch, dry_run: true } },
} satisfies RequestExamples

/** Answers to show for queues of Safes. */
export const safeResponses = {
  listVaultSafes: { one: { data: [{ name: 'main', account }] } },
  getSafeQueue: {
    awaiting: {
      data: { ...judgement, next_nonce: '13', findings: [], entries: [entry], listings: [listing] },
    },
  },
  getSafeTransaction: { awaiting: { data: { ...judgement, entry, findings: [], statement } } },
  getSafeAccount: {
    unproven: {
      data: { account, proof: null, unproven_because: 'the block has no state root' },
    },
  },
  listSafeDelegates: {
    delegate: {
      data: [{ service: listing.service, delegate, delegator: owners[0], label: 'vaultwright' }],
    },
  },
  confirmSafeTransaction: {
    ready: {
      data: {
        ...judgement,
        entry: {
          ...entry,
          state: 'ready',
          signatures: owners.map((owner) => ({ owner, signature })),
        },
        findings: [],
        statement,
      },
    },
  },
  proposeSafeTransaction: {
    proposed: {
      data: {
        outcome: 'proposed',
        message: 'Proposed at nonce 12.',
        state: 'awaiting',
        safe_tx_hash: transaction,
        nonce: entry.nonce,
        answer: entry.answer,
        reasons: [],
        delegate,
        statement,
        statement_missing: null,
        link: entry.link,
      },
    },
  },
  getSafeExecution: {
    as_said: {
      data: {
        safe_tx_hash: transaction,
        nonce: entry.nonce,
        outcome: 'executed_as_said',
        is_final: true,
        differences: [],
        moves: [{ ...moved, is_stated: true, raw_happened: '-25000000' }],
        approvals: [],
        execution: {
          transaction_hash: leaf,
          block_number: account.block_number + 40,
          block_hash: root,
          basis: 'trace',
          is_direct: true,
        },
        replaced_by: null,
        statement,
      },
    },
  },
  sendSafeTransaction: {
    ready: {
      data: {
        safe_tx_hash: transaction,
        nonce: entry.nonce,
        chain_id: 1,
        from: delegate,
        to: strategist,
        value: '0',
        data: '0x6a761202',
        gas_used: 312_480,
      },
    },
  },
  withdrawSafeProposal: {
    withdrawn: {
      data: {
        safe_tx_hash: transaction,
        nonce: entry.nonce,
        message: 'Withdrawn from the queue at nonce 12.',
      },
    },
  },
} satisfies ResponseExamples
