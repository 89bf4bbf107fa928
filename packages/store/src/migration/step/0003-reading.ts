/**
 * Readings and what is computed from them, for SQLite, which changes a column by making its table anew.
 * Jobs go, which were never in use. Released: never to be changed.
 */
export const readingSqlite = `
drop table job;
alter table deployment add column roots_next_block integer;
create table reading (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  day text not null check (length(day) = 10),
  block_number integer not null,
  block_hash text not null,
  at_unix integer not null,
  digest text not null check (length(digest) = 16),
  revision integer not null,
  read_at_unix integer not null,
  body blob not null,
  primary key (tenant_id, vault, chain, day),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create index reading_mark on reading (tenant_id, vault, day, chain, digest);
create table revision (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  day text not null check (length(day) = 10),
  kind text not null check (kind in ('reading', 'snapshot', 'daily', 'performance')),
  number integer not null,
  since_unix integer,
  until_unix integer not null,
  reason text not null,
  body blob not null,
  receipt blob,
  primary key (tenant_id, vault, chain, day, kind, number),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create index revision_by_time on revision (until_unix);
create table failure (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  kind text not null,
  day text not null check (length(day) in (0, 10)),
  attempts integer not null,
  code text not null,
  message text not null,
  first_at_unix integer not null,
  last_at_unix integer not null,
  retry_at_unix integer,
  primary key (tenant_id, vault, chain, kind, day),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create table final_head (
  chain text primary key,
  number integer not null,
  hash text not null,
  at_unix integer not null
) strict;
create index usd_price_by_time on usd_price (at_unix);
create table snapshot_next (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  day text not null check (length(day) = 10),
  block_number integer not null,
  block_hash text,
  at_unix integer not null,
  type text not null,
  base_asset text not null,
  share_price text,
  total_assets text,
  total_supply text,
  positions text not null,
  prices text not null,
  vested_amount text,
  vesting_seconds integer,
  basis text,
  since_unix integer,
  revision integer not null default 0,
  primary key (tenant_id, vault, chain, day),
  check ((vested_amount is null) = (vesting_seconds is null)),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
insert into snapshot_next select *, null, null, 0 from snapshot;
drop table snapshot;
alter table snapshot_next rename to snapshot;
create table daily_point_next (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  day text not null check (length(day) = 10),
  at_unix integer not null,
  block_number integer not null,
  daily_apy text,
  price_usd text,
  share_price text,
  total_assets text,
  tvl_usd text,
  basis text,
  since_unix integer,
  revision integer not null default 0,
  receipt_digest text,
  receipt blob,
  primary key (tenant_id, vault, chain, day),
  check ((receipt_digest is null) = (receipt is null)),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
insert into daily_point_next select *, null, null, 0, null, null from daily_point;
drop table daily_point;
alter table daily_point_next rename to daily_point;
alter table performance add column basis text;
alter table performance add column since_unix integer;
alter table performance add column revision integer not null default 0;
alter table performance add column receipt_digest text;
alter table performance add column receipt blob;
`

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
