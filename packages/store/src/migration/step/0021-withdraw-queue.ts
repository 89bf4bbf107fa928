import { type ColumnTypes, postgresTypes, sqliteTypes } from './0016-execution.ts'

/**
 * Withdraw queues of vaults: which they are, up to which block their logs are stored, each request with its log and
 * its end, and what they owe, replaced and read whole. Released: never to be changed.
 */
const withdrawQueue = ({ text, integer, blob, end }: ColumnTypes): string => `
alter table deployment add column queues ${text} not null default '[]';
create table withdraw_queue (
  tenant_id ${text} not null,
  vault ${text} not null,
  chain ${text} not null,
  queue ${text} not null,
  read_block ${integer} not null,
  read_hash ${text} not null check (length(read_hash) = 66),
  primary key (tenant_id, vault, chain, queue),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
    on delete cascade
)${end};
create table withdraw_request (
  tenant_id ${text} not null,
  vault ${text} not null,
  chain ${text} not null,
  queue ${text} not null,
  id ${text} not null check (length(id) = 66),
  number ${text} not null,
  user_address ${text} not null,
  asset ${text} not null,
  shares ${text} not null,
  assets ${text} not null,
  created_at_unix ${integer} not null,
  matures_at_unix ${integer} not null,
  expires_at_unix ${integer} not null,
  block ${integer} not null,
  block_hash ${text} not null check (length(block_hash) = 66),
  log_index ${integer} not null,
  tx_hash ${text} not null check (length(tx_hash) = 66),
  end_kind ${text},
  end_block ${integer},
  end_block_hash ${text},
  end_log_index ${integer},
  end_tx_hash ${text},
  replaced_by ${text},
  primary key (tenant_id, vault, chain, queue, id),
  foreign key (tenant_id, vault, chain, queue)
    references withdraw_queue (tenant_id, vault, chain, queue) on delete cascade
)${end};
create index withdraw_request_place
  on withdraw_request (tenant_id, vault, chain, block, log_index);
create table withdraw_reading (
  tenant_id ${text} not null,
  vault ${text} not null,
  chain ${text} not null,
  block_number ${integer} not null,
  block_hash ${text} not null check (length(block_hash) = 66),
  at_unix ${integer} not null,
  body ${blob} not null,
  primary key (tenant_id, vault, chain),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
    on delete cascade
)${end};
`

export const withdrawQueueSqlite = withdrawQueue(sqliteTypes)
export const withdrawQueuePostgres = withdrawQueue(postgresTypes)
