import type * as base from '@vaultwright/base'
import type { CodesOf } from '@vaultwright/base'
import type * as builder from '@vaultwright/builder'
import type * as chain from '@vaultwright/chain'
import type * as definition from '@vaultwright/definition'
import type * as formats from '@vaultwright/formats'
import type * as manager from '@vaultwright/manager'
import type * as merkle from '@vaultwright/merkle'
import type * as protocols from '@vaultwright/protocols'
import type * as safe from '@vaultwright/safe'
import type * as store from '@vaultwright/store'
import type * as responseCheck from '../answer/response-check.ts'
import type * as build from '../build/build.ts'
import type * as buildOn from '../build/build-on.ts'
import type * as env from '../config/env.ts'
import type * as documentComponent from '../document/component.ts'
import type * as overload from '../limit/overload-error.ts'
import type * as redisLimiter from '../limit/redis.ts'
import type * as nodeShare from '../node/node-share.ts'
import type * as simulator from '../node/simulator.ts'
import type * as builderPlace from '../request/builder-path.ts'
import type * as dayRange from '../request/day-range.ts'
import type * as requestCheck from '../request/request-check.ts'
import type * as requestLife from '../request/request-lifetime.ts'
import type * as strategistGround from '../service/strategist-context.ts'
import type * as knowledgeTask from '../worker/knowledge-task.ts'
import type * as textTooComplex from '../worker/text-too-complex.ts'
import type * as workerPool from '../worker/worker-pool.ts'
import type * as batchRoute from './routes/builder-execute-multiple.ts'
import type * as performanceRoute from './routes/performance.ts'
import type * as snapshotRoute from './routes/snapshot.ts'
import type * as treeRoute from './routes/tree.ts'

/** The code of every error that a request can meet. */
export type ApiErrorCode =
  | CodesOf<typeof base>
  | CodesOf<typeof merkle>
  | CodesOf<typeof manager>
  | CodesOf<typeof protocols>
  | CodesOf<typeof formats>
  | CodesOf<typeof definition>
  | CodesOf<typeof builder>
  | CodesOf<typeof chain>
  | CodesOf<typeof safe>
  | CodesOf<typeof env>
  | CodesOf<typeof store>
  | CodesOf<typeof build>
  | CodesOf<typeof buildOn>
  | CodesOf<typeof builderPlace>
  | CodesOf<typeof batchRoute>
  | CodesOf<typeof simulator>
  | CodesOf<typeof strategistGround>
  | CodesOf<typeof dayRange>
  | CodesOf<typeof performanceRoute>
  | CodesOf<typeof snapshotRoute>
  | CodesOf<typeof treeRoute>
  | CodesOf<typeof nodeShare>
  | CodesOf<typeof overload>
  | CodesOf<typeof redisLimiter>
  | CodesOf<typeof requestCheck>
  | CodesOf<typeof requestLife>
  | CodesOf<typeof responseCheck>
  | CodesOf<typeof documentComponent>
  | CodesOf<typeof knowledgeTask>
  | CodesOf<typeof textTooComplex>
  | CodesOf<typeof workerPool>

/**
 * What becomes of an error: `refused` is the caller's to repair (400 on the builder, 422 elsewhere),
 * `malformed` is so with 400 everywhere,
 * `missing` 404, `conflict` 409, `outside` a chain that cannot be asked (503), `busy` more than can
 * be done at once (503), `large` more than is read (413), `bug` anything that no caller can cause (500).
 */
export type ErrorKind =
  | 'refused'
  | 'malformed'
  | 'missing'
  | 'conflict'
  | 'outside'
  | 'busy'
  | 'large'
  | 'down'
  | 'bug'

/** The fate of each error. A new error does not compile until it has its line here. */
export const errorKinds = {
  // what the caller gave cannot be used
  action_refused: 'refused',
  ambiguous_strategist: 'refused',
  calldata_length: 'refused',
  calldata_offset: 'refused',
  calldata_selector: 'refused',
  damaged_binary: 'refused',
  definition_file: 'refused',
  dirty_calldata: 'refused',
  duplicate_key: 'refused',
  empty_batch: 'refused',
  empty_file: 'refused',
  empty_tree: 'refused',
  file_schema: 'refused',
  file_too_large: 'refused',
  flash_loan_depth: 'refused',
  foreign_format: 'refused',
  invalid_address: 'refused',
  invalid_amount: 'refused',
  invalid_deviation: 'refused',
  invalid_dump: 'refused',
  invalid_hex: 'refused',
  invalid_hex_width: 'refused',
  invalid_leaf: 'refused',
  invalid_name: 'refused',
  invalid_rate: 'refused',
  invalid_text: 'refused',
  invalid_parameters: 'refused',
  json_syntax: 'refused',
  leaf_missing: 'refused',
  lock_file: 'refused',
  manager_tree_missing: 'refused',
  missing_fact: 'refused',
  missing_part: 'refused',
  no_actions: 'refused',
  node_missing: 'refused',
  not_utf8: 'refused',
  order_file: 'refused',
  request_invalid: 'refused',
  route_not_permitted: 'refused',
  route_strategist: 'refused',
  trailing_calldata: 'refused',
  text_too_complex: 'refused',
  tree_too_large: 'refused',
  truncated_calldata: 'refused',
  unencodable: 'refused',
  uneven_batch: 'refused',
  uneven_path: 'refused',
  unknown_function: 'refused',
  unknown_owner: 'refused',
  unknown_route: 'refused',
  unresolved_definition: 'refused',
  unsound_tree: 'refused',
  validation_failed: 'refused',
  vault_address: 'refused',
  // the same, where the interface says 400
  invalid_root_hash: 'malformed',
  // what is asked for is not there, in this tenant
  active_tree_missing: 'missing',
  chain_not_served: 'missing',
  constraints_missing: 'missing',
  key_not_found: 'missing',
  performance_not_found: 'missing',
  snapshot_not_found: 'missing',
  strategist_not_found: 'missing',
  tree_not_found: 'missing',
  unknown_strategist: 'missing',
  user_not_found: 'missing',
  vault_not_found: 'missing',
  // what is there already stands against it
  deployment_in_use: 'conflict',
  last_admin: 'conflict',
  too_many_keys: 'conflict',
  user_exists: 'conflict',
  user_inactive: 'conflict',
  // the world outside: nodes, network, forks
  anvil_exited: 'outside',
  anvil_missing: 'outside',
  before_genesis: 'outside',
  block_not_found: 'outside',
  chain_reorganised: 'outside',
  endpoints_disagree: 'outside',
  fork_died: 'outside',
  fork_not_undone: 'outside',
  invalid_rlp: 'outside',
  invalid_trie_proof: 'outside',
  ipc_closed: 'outside',
  ipc_timeout: 'outside',
  log_mismatch: 'outside',
  log_range_refused: 'outside',
  malformed_answer: 'outside',
  manage_root_mismatch: 'outside',
  missing_answer: 'outside',
  missing_decimals: 'outside',
  no_endpoint: 'outside',
  node_silent: 'outside',
  no_manage_root: 'outside',
  node_lagging: 'outside',
  process_not_ready: 'outside',
  rpc_answer_malformed: 'outside',
  rpc_answer_too_deep: 'outside',
  rpc_answer_too_large: 'outside',
  history_pruned: 'outside',
  no_code: 'outside',
  rpc_budget_spent: 'outside',
  rpc_closed: 'outside',
  rpc_http_status: 'outside',
  rpc_network: 'outside',
  rpc_refused: 'outside',
  rpc_timeout: 'outside',
  rpc_truncated: 'outside',
  rpc_unsure: 'outside',
  simulation_unmeasured: 'outside',
  state_root_missing: 'outside',
  unreadable_answer: 'outside',
  unsteady_simulation: 'outside',
  wrong_chain: 'outside',
  // more at once than can be done
  fork_pool_closed: 'busy',
  knowledge_too_large: 'busy',
  fork_queue_full: 'busy',
  overloaded: 'busy',
  request_timed_out: 'busy',
  simulation_timeout: 'busy',
  simulator_busy: 'busy',
  work_timed_out: 'busy',
  // more than is read of one body
  body_too_complex: 'large',
  // what the service stands on does not answer
  limiter_unavailable: 'down',
  store_unavailable: 'down',
  // a bug, or a damaged database: nothing that a caller gives leads here
  backup_exists: 'bug',
  backup_unwritable: 'bug',
  cassette_damaged: 'bug',
  cassette_miss: 'bug',
  empty_safe_transaction: 'bug',
  engine_unavailable: 'bug',
  env_invalid: 'bug',
  invalid_abi_type: 'bug',
  invalid_backup: 'bug',
  invalid_day: 'bug',
  invalid_decimal: 'bug',
  invalid_digest_length: 'bug',
  invalid_endpoint: 'bug',
  invalid_finality: 'bug',
  invalid_log: 'bug',
  invalid_multi_proof_positions: 'bug',
  invalid_offsets: 'bug',
  invalid_pool_answer: 'bug',
  invalid_proof: 'bug',
  invalid_read: 'bug',
  invalid_rule: 'bug',
  invalid_safe_call: 'bug',
  invalid_safe_transaction: 'bug',
  invalid_store_url: 'bug',
  invalid_timelock: 'bug',
  invalid_tree_capacity: 'bug',
  leaf_mismatch: 'bug',
  local_chain_unreadable: 'bug',
  migration_mismatch: 'bug',
  missing_padding: 'bug',
  multi_send_length: 'bug',
  multi_send_operation: 'bug',
  no_fork_upstream: 'bug',
  not_migrated: 'bug',
  outside_tree: 'bug',
  response_invalid: 'bug',
  safe_batch_checksum: 'bug',
  safe_batch_schema: 'bug',
  safe_calldata: 'bug',
  safe_signature: 'bug',
  safe_version: 'bug',
  schema_title: 'bug',
  store_damaged: 'bug',
  store_not_empty: 'bug',
  store_runtime: 'bug',
  tenant_exists: 'bug',
  tenant_not_found: 'bug',
  tree_damaged: 'bug',
  unencoded_safe_call: 'bug',
  unrecorded_read: 'bug',
  unpackable_action: 'bug',
} as const satisfies Readonly<Record<ApiErrorCode, ErrorKind>>
