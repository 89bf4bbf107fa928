/**
 * Readings and what is computed from them, for PostgreSQL; what is compressed already is not compressed again.
 * Jobs go, which were never in use. Released: never to be changed.
 */
export const readingPostgres = `
drop table job;
alter table deployment add column roots_next_block bigint;
create table reading (
  tenant_id text collate "C" not null,
  vault text collate "C" not null,
  chain text collate "C" not null,
  day text collate "C" not null check (length(day) = 10),
  block_number bigint not null,
  block_hash text collate "C" not null,
  at_unix bigint not null,
  digest text collate "C" not null check (length(digest) = 16),
  revision bigint not null,
  read_at_unix bigint not null,
  body bytea not null,
  primary key (tenant_id, vault, chain, day),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
);
create index reading_mark on reading (tenant_id, vault, day, chain, digest);
create table revision (
  tenant_id text collate "C" not null,
  vault text collate "C" not null,
  chain text collate "C" not null,
  day text collate "C" not null check (length(day) = 10),
  kind text collate "C" not null check (kind in ('reading', 'snapshot', 'daily', 'performance')),
  number bigint not null,
  since_unix bigint,
  until_unix bigint not null,
  reason text collate "C" not null,
  body bytea not null,
  receipt bytea,
  primary key (tenant_id, vault, chain, day, kind, number),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
);
create index revision_by_time on revision (until_unix);
create table failure (
  tenant_id text collate "C" not null,
  vault text collate "C" not null,
  chain text collate "C" not null,
  kind text collate "C" not null,
  day text collate "C" not null check (length(day) in (0, 10)),
  attempts bigint not null,
  code text collate "C" not null,
  message text collate "C" not null,
  first_at_unix bigint not null,
  last_at_unix bigint not null,
  retry_at_unix bigint,
  primary key (tenant_id, vault, chain, kind, day),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
);
create table final_head (
  chain text collate "C" primary key,
  number bigint not null,
  hash text collate "C" not null,
  at_unix bigint not null
);
create index usd_price_by_time on usd_price (at_unix);
alter table snapshot
  alter column share_price drop not null,
  alter column total_assets drop not null,
  alter column total_supply drop not null;
alter table snapshot
  add column basis text collate "C",
  add column since_unix bigint,
  add column revision bigint not null default 0;
alter table daily_point
  alter column share_price drop not null,
  alter column total_assets drop not null;
alter table daily_point
  add column basis text collate "C",
  add column since_unix bigint,
  add column revision bigint not null default 0,
  add column receipt_digest text collate "C",
  add column receipt bytea;
alter table performance
  add column basis text collate "C",
  add column since_unix bigint,
  add column revision bigint not null default 0,
  add column receipt_digest text collate "C",
  add column receipt bytea;
alter table reading alter column body set storage external;
alter table revision alter column body set storage external;
alter table revision alter column receipt set storage external;
alter table daily_point alter column receipt set storage external;
alter table performance alter column receipt set storage external;
`
