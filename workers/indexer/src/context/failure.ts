import type * as base from '@vaultwright/base'
import type { CodesOf } from '@vaultwright/base'
import { BaseError } from '@vaultwright/base'
import type * as chain from '@vaultwright/chain'
import type * as merkle from '@vaultwright/merkle'
import type * as protocols from '@vaultwright/protocols'
import type * as registry from '@vaultwright/registry'
import type * as store from '@vaultwright/store'
import type * as valuation from '@vaultwright/valuation'
import type * as priceBook from '../price/price-book.ts'
import type * as ground from '../queue/bullmq/queue-backend.ts'
import type * as taskData from '../queue/bullmq/task-data.ts'
import type * as accountantEvent from '../reading/accountant-event.ts'
import type * as rawReading from '../reading/raw-reading.ts'
import type * as rootEvent from '../reading/root-event.ts'
import type { RetryDecision } from '../task/queue.ts'
import type * as env from './env.ts'
import type * as openedChain from './open-chain.ts'

/** The code of every error that a task can end in. */
export type IndexerErrorCode =
  | CodesOf<typeof base>
  | CodesOf<typeof merkle>
  | CodesOf<typeof registry>
  | CodesOf<typeof valuation>
  | CodesOf<typeof protocols>
  | CodesOf<typeof chain>
  | CodesOf<typeof store>
  | CodesOf<typeof accountantEvent>
  | CodesOf<typeof ground>
  | CodesOf<typeof taskData>
  | CodesOf<typeof env>
  | CodesOf<typeof openedChain>
  | CodesOf<typeof priceBook>
  | CodesOf<typeof rawReading>
  | CodesOf<typeof rootEvent>

/**
 * What is to be done about a failure. `again`: the world outside may be otherwise later, and is asked for
 * as long as it takes. `soon_given_up`: it may have been chance; a few times. `park`: it would end the same
 * until somebody changes something.
 */
type RetryPolicy = 'again' | 'soon_given_up' | 'park'

/** By code. A new error does not compile until it has its line here. */
export const retryPolicies = {
  // the world outside: nodes, network, databases; a vault that is not there yet
  block_not_found: 'again',
  chain_without_node: 'again',
  chain_reorganised: 'again',
  endpoints_disagree: 'again',
  ipc_closed: 'again',
  ipc_timeout: 'again',
  log_mismatch: 'again',
  no_code: 'again',
  no_endpoint: 'again',
  node_lagging: 'again',
  process_not_ready: 'again',
  queue_unavailable: 'again',
  rpc_answer_malformed: 'again',
  rpc_answer_too_deep: 'again',
  rpc_answer_too_large: 'again',
  rpc_budget_spent: 'again',
  rpc_closed: 'again',
  rpc_http_status: 'again',
  rpc_network: 'again',
  rpc_timeout: 'again',
  rpc_truncated: 'again',
  rpc_unsure: 'again',
  store_unavailable: 'again',
  // a node's or a contract's own words, which may have been chance
  before_genesis: 'soon_given_up',
  log_range_refused: 'soon_given_up',
  malformed_event: 'soon_given_up',
  malformed_root_event: 'soon_given_up',
  missing_decimals: 'soon_given_up',
  rpc_refused: 'soon_given_up',
  // it would end the same: another node, a repaired database or another version is needed
  history_pruned: 'park',
  invalid_day: 'park',
  invalid_decimal: 'park',
  invalid_endpoint: 'park',
  malformed_day: 'park',
  migration_mismatch: 'park',
  not_migrated: 'park',
  raw_reading: 'park',
  store_damaged: 'park',
  store_runtime: 'park',
  tenant_not_found: 'park',
  tree_damaged: 'park',
  unrecorded_read: 'park',
  vault_not_found: 'park',
  wrong_chain: 'park',
  // no task leads here
  anvil_exited: 'park',
  anvil_missing: 'park',
  backup_exists: 'park',
  backup_unwritable: 'park',
  cassette_damaged: 'park',
  cassette_miss: 'park',
  deployment_in_use: 'park',
  empty_tree: 'park',
  engine_unavailable: 'park',
  fork_died: 'park',
  fork_not_undone: 'park',
  fork_pool_closed: 'park',
  fork_queue_full: 'park',
  indexer_env_invalid: 'park',
  invalid_address: 'park',
  invalid_backup: 'park',
  invalid_digest_length: 'park',
  invalid_finality: 'park',
  invalid_hex: 'park',
  invalid_hex_width: 'park',
  invalid_multi_proof_positions: 'park',
  invalid_name: 'park',
  invalid_offsets: 'park',
  invalid_pool_answer: 'park',
  invalid_proof: 'park',
  invalid_rate: 'park',
  invalid_rlp: 'park',
  invalid_store_url: 'park',
  invalid_text: 'park',
  invalid_tree_capacity: 'park',
  invalid_trie_proof: 'park',
  key_not_found: 'park',
  local_chain_unreadable: 'park',
  manage_root_mismatch: 'park',
  missing_padding: 'park',
  no_fork_upstream: 'park',
  no_manage_root: 'park',
  outside_tree: 'park',
  price_book: 'park',
  simulation_unmeasured: 'park',
  state_root_missing: 'park',
  store_not_empty: 'park',
  strategist_not_found: 'park',
  task_data: 'park',
  tenant_exists: 'park',
  too_many_keys: 'park',
  tree_too_large: 'park',
  uneven_path: 'park',
  unknown_formula: 'park',
  unpackable_action: 'park',
  unsteady_simulation: 'park',
  user_exists: 'park',
  last_admin: 'park',
  user_inactive: 'park',
  user_not_found: 'park',
} as const satisfies Readonly<Record<IndexerErrorCode, RetryPolicy>>

/** What rooms below find in trees and calldata: none of it comes right by itself. */
const codesBelow: ReadonlySet<string> = new Set([
  'calldata_length',
  'calldata_offset',
  'calldata_selector',
  'damaged_binary',
  'dirty_calldata',
  'duplicate_key',
  'empty_file',
  'file_schema',
  'file_too_large',
  'flash_loan_depth',
  'foreign_format',
  'invalid_abi_type',
  'invalid_deviation',
  'invalid_dump',
  'invalid_leaf',
  'invalid_log',
  'invalid_read',
  'invalid_rule',
  'json_syntax',
  'leaf_mismatch',
  'not_utf8',
  'trailing_calldata',
  'truncated_calldata',
  'unencodable',
  'uneven_batch',
  'unknown_function',
  'unsound_tree',
])

const firstMs = 1_000
/** No failure is put off for longer. */
export const longestPauseMs = 600_000
/** Times that a failure of chance is tried. */
const fewAttempts = 5

/**
 * Decides about a failure.
 *
 * @param error - what was thrown. What is in no table is a bug: a few times, then it is given up.
 * @param attempt - the how manieth it was, from 1.
 * @param random - from 0 to below 1: those who failed together do not come back together.
 * @returns again after a time that doubles up to ten minutes, or given up.
 */
export function retryDecisionOf(
  error: unknown,
  attempt: number,
  random: () => number,
): RetryDecision {
  const course = retryPolicyOf(error)
  if (course === 'park') return { kind: 'park' }
  if (course === 'soon_given_up' && attempt >= fewAttempts) return { kind: 'park' }
  const whole = Math.min(longestPauseMs, firstMs * 2 ** Math.min(attempt - 1, 30))
  return { kind: 'retry', afterMs: Math.round(whole * (0.5 + random() / 2)) }
}

function retryPolicyOf(error: unknown): RetryPolicy {
  if (!(error instanceof BaseError)) return 'soon_given_up'
  if (codesBelow.has(error.code)) return 'park'
  if (!Object.hasOwn(retryPolicies, error.code)) return 'soon_given_up'
  const course: RetryPolicy = retryPolicies[error.code as IndexerErrorCode]
  // A node that is busy, or silent until not even the logs of one block come, refuses for now only.
  return course === 'soon_given_up' && error.retryable ? 'again' : course
}
