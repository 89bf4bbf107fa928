import type * as api from '@vaultwright/api'
import type * as base from '@vaultwright/base'
import type { CodesOf } from '@vaultwright/base'
import type * as builder from '@vaultwright/builder'
import type * as chain from '@vaultwright/chain'
import type * as client from '@vaultwright/client'
import type * as definition from '@vaultwright/definition'
import type * as formats from '@vaultwright/formats'
import type * as indexer from '@vaultwright/indexer'
import type * as manager from '@vaultwright/manager'
import type * as merkle from '@vaultwright/merkle'
import type * as protocols from '@vaultwright/protocols'
import type * as registry from '@vaultwright/registry'
import type * as review from '@vaultwright/review'
import type * as safe from '@vaultwright/safe'
import type * as store from '@vaultwright/store'
import type * as valuation from '@vaultwright/valuation'
import type * as actionGround from './action-ground.ts'
import type * as database from './admin/database.ts'
import type * as callInput from './call-input.ts'
import type * as decoderCheck from './decoder-check.ts'
import type * as encode from './encode.ts'
import type { ExitCode } from './exit-code.ts'
import type * as explainStored from './indexing/explain-stored.ts'
import type * as input from './input.ts'
import type * as nodeInput from './node-input.ts'
import type * as output from './output-error.ts'
import type * as packing from './packing.ts'
import type * as port from './port.ts'
import type * as shape from './shape.ts'
import type * as simulate from './simulate.ts'
import type * as slot from './slot.ts'
import type * as treePath from './tree-path.ts'
import type * as usage from './usage.ts'

/** The code of every error that can reach this process. */
export type KnownCode =
  | CodesOf<typeof base>
  | CodesOf<typeof merkle>
  | CodesOf<typeof registry>
  | CodesOf<typeof manager>
  | CodesOf<typeof protocols>
  | CodesOf<typeof definition>
  | CodesOf<typeof formats>
  | CodesOf<typeof builder>
  | CodesOf<typeof review>
  | CodesOf<typeof safe>
  | CodesOf<typeof chain>
  | CodesOf<typeof store>
  | CodesOf<typeof indexer>
  | CodesOf<typeof valuation>
  | CodesOf<typeof client>
  | CodesOf<typeof api>
  | CodesOf<typeof actionGround>
  | CodesOf<typeof callInput>
  | CodesOf<typeof database>
  | CodesOf<typeof decoderCheck>
  | CodesOf<typeof encode>
  | CodesOf<typeof explainStored>
  | CodesOf<typeof nodeInput>
  | CodesOf<typeof output>
  | CodesOf<typeof input>
  | CodesOf<typeof packing>
  | CodesOf<typeof port>
  | CodesOf<typeof shape>
  | CodesOf<typeof simulate>
  | CodesOf<typeof slot>
  | CodesOf<typeof treePath>
  | CodesOf<typeof usage>

/** The exit code of each error. A new error does not compile until it has its line here. */
export const exitCodes = {
  // the answer is no, or what is there stands against it
  action_refused: 1,
  backup_exists: 1,
  call_refused: 1,
  call_without_leaf: 1,
  client_conflict: 1,
  deployment_in_use: 1,
  leaf_missing: 1,
  no_rule: 1,
  refused_by_decoder: 1,
  route_not_permitted: 1,
  store_not_empty: 1,
  tenant_exists: 1,
  too_many_keys: 1,
  unsteady_simulation: 1,
  user_exists: 1,
  last_admin: 1,
  user_inactive: 1,
  // usage
  env_invalid: 2,
  indexer_env_invalid: 2,
  usage: 2,
  // input unreadable or invalid
  ambiguous_strategist: 3,
  backup_unwritable: 3,
  calldata_length: 3,
  calldata_offset: 3,
  calldata_selector: 3,
  cassette_damaged: 3,
  cassette_miss: 3,
  client_api_key: 3,
  client_bad_request: 3,
  client_base_url: 3,
  client_call_field: 3,
  client_forbidden: 3,
  client_invalid_request: 3,
  client_not_found: 3,
  client_unauthenticated: 3,
  damaged_binary: 3,
  day_not_indexed: 3,
  definition_file: 3,
  dirty_calldata: 3,
  duplicate_key: 3,
  empty_file: 3,
  empty_folder: 3,
  empty_safe_transaction: 3,
  empty_tree: 3,
  evidence_file: 3,
  file_schema: 3,
  file_too_large: 3,
  flash_loan_depth: 3,
  foreign_format: 3,
  input_is_folder: 3,
  input_missing: 3,
  input_not_json: 3,
  input_not_text: 3,
  input_shape: 3,
  input_too_large: 3,
  input_unreadable: 3,
  invalid_abi_type: 3,
  invalid_address: 3,
  invalid_amount: 3,
  invalid_backup: 3,
  invalid_day: 3,
  invalid_decimal: 3,
  invalid_deviation: 3,
  invalid_dump: 3,
  invalid_endpoint: 3,
  invalid_finality: 3,
  invalid_hex: 3,
  invalid_hex_width: 3,
  invalid_leaf: 3,
  invalid_log: 3,
  invalid_multi_proof_positions: 3,
  invalid_name: 3,
  invalid_parameters: 3,
  invalid_proof: 3,
  invalid_rate: 3,
  invalid_read: 3,
  invalid_safe_call: 3,
  invalid_safe_transaction: 3,
  invalid_store_url: 3,
  invalid_text: 3,
  invalid_timelock: 3,
  invalid_tree_capacity: 3,
  json_syntax: 3,
  key_not_found: 3,
  loan_nesting: 3,
  local_chain_unreadable: 3,
  lock_file: 3,
  malformed_calldata: 3,
  malformed_day: 3,
  manager_tree_missing: 3,
  migration_mismatch: 3,
  missing_fact: 3,
  missing_part: 3,
  multi_send_length: 3,
  multi_send_operation: 3,
  no_actions: 3,
  no_code: 3,
  no_decoder_function: 3,
  no_manage_root: 3,
  no_manager: 3,
  no_owner: 3,
  no_such_leaf: 3,
  no_tenant: 3,
  not_migrated: 3,
  not_utf8: 3,
  order_file: 3,
  output_unwritable: 3,
  policy_file: 3,
  price_book: 3,
  raw_reading: 3,
  safe_batch_checksum: 3,
  safe_batch_schema: 3,
  safe_calldata: 3,
  safe_signature: 3,
  safe_version: 3,
  store_damaged: 3,
  strategist_not_found: 3,
  target_without_code: 3,
  tenant_not_found: 3,
  trailing_calldata: 3,
  tree_damaged: 3,
  tree_too_large: 3,
  truncated_calldata: 3,
  unencodable: 3,
  unencoded_safe_call: 3,
  uneven_batch: 3,
  uneven_path: 3,
  unknown_formula: 3,
  unknown_function: 3,
  unknown_owner: 3,
  unknown_route: 3,
  unknown_strategist: 3,
  unrecorded_read: 3,
  unresolved_definition: 3,
  unsound_tree: 3,
  user_not_found: 3,
  vault_address: 3,
  vault_not_found: 3,
  // the world outside: nodes, network, databases, Anvil
  anvil_exited: 4,
  anvil_missing: 4,
  before_genesis: 4,
  block_not_found: 4,
  cannot_listen: 4,
  chain_reorganised: 4,
  chain_without_node: 4,
  client_malformed_response: 4,
  client_network: 4,
  client_rate_limited: 4,
  client_redirect: 4,
  client_server: 4,
  client_timeout: 4,
  endpoints_disagree: 4,
  fork_died: 4,
  fork_engine_missing: 4,
  fork_not_undone: 4,
  fork_queue_full: 4,
  history_pruned: 4,
  invalid_rlp: 4,
  invalid_trie_proof: 4,
  ipc_closed: 4,
  ipc_timeout: 4,
  log_mismatch: 4,
  log_range_refused: 4,
  malformed_answer: 4,
  malformed_event: 4,
  malformed_root_event: 4,
  manage_root_mismatch: 4,
  missing_answer: 4,
  missing_decimals: 4,
  no_endpoint: 4,
  node_lagging: 4,
  port_taken: 4,
  process_not_ready: 4,
  queue_unavailable: 4,
  rpc_answer_malformed: 4,
  rpc_answer_too_deep: 4,
  rpc_answer_too_large: 4,
  rpc_budget_spent: 4,
  rpc_http_status: 4,
  rpc_network: 4,
  rpc_refused: 4,
  rpc_timeout: 4,
  rpc_truncated: 4,
  rpc_unsure: 4,
  simulation_unmeasured: 4,
  state_root_missing: 4,
  store_runtime: 4,
  store_unavailable: 4,
  task_data: 4,
  unreadable_answer: 4,
  wrong_chain: 4,
  // a bug: nothing that a person can give leads here
  engine_unavailable: 5,
  fork_pool_closed: 5,
  invalid_digest_length: 5,
  invalid_offsets: 5,
  invalid_pool_answer: 5,
  invalid_rule: 5,
  leaf_mismatch: 5,
  missing_padding: 5,
  no_fork_upstream: 5,
  outside_tree: 5,
  rpc_closed: 5,
  unpackable_action: 5,
} as const satisfies Readonly<Record<KnownCode, ExitCode>>

/**
 * Tells the exit code of whatever was thrown.
 *
 * @returns the code from the table; 5 for everything that is not in it, which is a bug.
 */
export function exitCodeOf(error: unknown): ExitCode {
  const code = (error as { readonly code?: unknown } | null)?.code
  if (typeof code !== 'string' || !Object.hasOwn(exitCodes, code)) return 5
  return exitCodes[code as KnownCode]
}
