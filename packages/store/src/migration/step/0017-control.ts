import { type ColumnTypes, postgresTypes, sqliteTypes } from './0016-execution.ts'

/**
 * The control of vaults: readings, each with what proves it and what follows, and what changed from one to the next.
 * Released: never to be changed.
 */
const control = ({ text, integer, blob, end }: ColumnTypes): string => `
create table control_reading (
  tenant_id ${text} not null,
  vault ${text} not null,
  chain ${text} not null,
  block_number ${integer} not null,
  block_hash ${text} not null check (length(block_hash) = 66),
  at_unix ${integer} not null,
  is_changed ${integer} not null,
  witness ${blob} not null,
  answer ${blob} not null,
  primary key (tenant_id, vault, chain, block_number),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
    on delete cascade
)${end};
create table control_change (
  tenant_id ${text} not null,
  vault ${text} not null,
  chain ${text} not null,
  block_number ${integer} not null,
  at_unix ${integer} not null,
  body ${blob} not null,
  primary key (tenant_id, vault, chain, block_number),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
    on delete cascade
)${end};
`

export const controlSqlite = control(sqliteTypes)
export const controlPostgres = control(postgresTypes)
