import type { DatabaseTables } from './table.ts'

/** Every table with rows of users, those that are referred to first: the order in which a copy is written. */
export const tableNames = [
  'tenant',
  'tenant_user',
  'user_identity',
  'api_key',
  'passkey',
  'session',
  'invite',
  'challenge',
  'account_name',
  'review_entry',
  'review_rule',
  'vault',
  'vault_review_rule',
  'deployment',
  'strategist',
  'tree',
  'root',
  'root_event',
  'execution',
  'snapshot',
  'daily_point',
  'performance',
  'usd_price',
  'simulation',
  'simulation_witness',
  'reading',
  'revision',
  'failure',
  'final_head',
  'swap_quote',
  'swap_order',
  'safe_listing',
  'safe_entry',
  'safe_confirmation',
  'safe_statement',
  'safe_proposal',
  'control_reading',
  'control_change',
  'safe_look',
  'withdraw_queue',
  'withdraw_request',
  'withdraw_reading',
  'svm_vault',
  'svm_reading',
  'audit_entry',
] as const satisfies readonly (keyof DatabaseTables)[]

/** Tables of what can be made again from the others, or holds for a moment: a copy is whole without them. */
export const cacheTableNames = [
  'state_pack',
  'safe_lease',
] as const satisfies readonly (keyof DatabaseTables)[]

/** Name of a table with rows of users. */
export type TableName = (typeof tableNames)[number]

type CacheTableName = (typeof cacheTableNames)[number]

/** The migration that made a table; those that are not named are of the first. */
const madeBy: Partial<Record<TableName | CacheTableName, number>> = {
  reading: 3,
  revision: 3,
  failure: 3,
  final_head: 3,
  passkey: 5,
  session: 5,
  invite: 5,
  challenge: 5,
  swap_quote: 6,
  swap_order: 6,
  svm_vault: 7,
  svm_reading: 7,
  simulation_witness: 8,
  state_pack: 9,
  user_identity: 10,
  safe_listing: 13,
  safe_entry: 13,
  safe_confirmation: 13,
  safe_statement: 13,
  safe_proposal: 13,
  safe_lease: 13,
  account_name: 14,
  review_entry: 15,
  review_rule: 15,
  execution: 16,
  control_reading: 17,
  control_change: 17,
  safe_look: 18,
  vault_review_rule: 19,
  withdraw_queue: 21,
  withdraw_request: 21,
  withdraw_reading: 21,
}

/** @returns the tables that a database has when a migration is its last, in the order of `tableNames`. */
export function tablesAt(migration: number): readonly TableName[] {
  return tableNames.filter((table) => (madeBy[table] ?? 1) <= migration)
}

/** @returns the caches that a database has when a migration is its last. */
export function cachesAt(migration: number): readonly CacheTableName[] {
  return cacheTableNames.filter((table) => (madeBy[table] ?? 1) <= migration)
}

/** Columns that the database counts up by itself. */
export const counters = { api_key: 'seq', audit_entry: 'id', safe_proposal: 'id' } as const
