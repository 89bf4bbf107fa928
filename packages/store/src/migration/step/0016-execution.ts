/**
 * Executions for vaults, one row each, and the block at which each deployment is to be read on. The body
 * is what a list does not look at. Released: never to be changed.
 */
const execution = ({ text, integer, blob, end }: ColumnTypes): string => `
alter table deployment add column executions_next_block ${integer};
create table execution (
  tenant_id ${text} not null,
  vault ${text} not null,
  chain ${text} not null,
  block ${integer} not null,
  log_index ${integer} not null,
  block_hash ${text} not null check (length(block_hash) = 66),
  at_unix ${integer} not null,
  tx_hash ${text} not null check (length(tx_hash) = 66),
  strategist ${text},
  safe_tx_hash ${text},
  calls ${integer},
  outcome ${text},
  body ${blob} not null,
  primary key (tenant_id, vault, chain, block, log_index),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
)${end};
`

/** The types that the two databases name differently. */
export type ColumnTypes = {
  readonly text: string
  readonly integer: string
  readonly blob: string
  readonly end: string
}

export const sqliteTypes: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  blob: 'blob',
  end: ' strict',
}
export const postgresTypes: ColumnTypes = {
  text: 'text collate "C"',
  integer: 'bigint',
  blob: 'bytea',
  end: '',
}

export const executionSqlite = execution(sqliteTypes)
export const executionPostgres = execution(postgresTypes)
