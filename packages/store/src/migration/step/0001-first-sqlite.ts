/** The first tables, for SQLite. Released: never to be changed. */
export const firstSqlite = `
create table tenant (
  id text primary key,
  name text not null unique,
  created_at_unix integer not null
) strict;
create table tenant_user (
  tenant_id text not null references tenant (id),
  id text not null,
  name text not null,
  role text not null check (role in ('viewer', 'strategist', 'curator', 'admin')),
  created_at_unix integer not null,
  deactivated_at_unix integer,
  primary key (tenant_id, id),
  unique (tenant_id, name)
) strict;
create table api_key (
  seq integer primary key autoincrement,
  tenant_id text not null,
  id text not null,
  user_id text not null,
  hash blob not null unique check (length(hash) = 32),
  description text not null,
  prefix text not null,
  last_four text not null,
  rate_per_minute integer,
  created_at_unix integer not null,
  last_used_at_unix integer,
  revoked_at_unix integer,
  unique (id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
) strict;
create index api_key_by_tenant on api_key (tenant_id, seq);
create index api_key_by_user on api_key (tenant_id, user_id);
create table vault (
  tenant_id text not null references tenant (id),
  address text not null,
  id text not null unique,
  name text not null,
  status text not null check (status in ('active', 'paused', 'retired')),
  deployed_at_unix integer,
  definition text,
  lock text,
  created_at_unix integer not null,
  primary key (tenant_id, address)
) strict;
create table deployment (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  manager text not null,
  accountant text,
  teller text,
  drones text not null,
  deployed_at_unix integer,
  deployed_block integer,
  primary key (tenant_id, vault, chain),
  foreign key (tenant_id, vault) references vault (tenant_id, address)
) strict;
create table strategist (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  name text not null,
  address text not null,
  position integer not null,
  primary key (tenant_id, vault, chain, name),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create table tree (
  tenant_id text not null references tenant (id),
  root text not null check (length(root) = 66),
  format text not null check (format in ('solidity', 'rust')),
  leaf_count integer not null,
  depth integer not null,
  body blob not null,
  created_at_unix integer not null,
  primary key (tenant_id, root)
) strict;
create table root (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  strategist text not null,
  root text not null check (length(root) = 66),
  is_pushed integer not null check (is_pushed in (0, 1)),
  is_onchain integer not null check (is_onchain in (1 - is_pushed, 1)),
  is_active integer not null check (is_active in (0, is_onchain)),
  set_at_unix integer,
  set_block integer,
  set_tx_hash text,
  primary key (tenant_id, vault, chain, strategist, root),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create unique index root_active on root (tenant_id, vault, chain, strategist) where is_active = 1;
create index root_by_place on root
  (tenant_id, vault, chain, is_onchain, is_active desc, set_block desc, root, strategist);
create index root_by_root on root (tenant_id, root, is_onchain);
create table root_event (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  block integer not null,
  log_index integer not null,
  strategist text not null,
  root text not null check (length(root) = 66),
  at_unix integer,
  tx_hash text,
  primary key (tenant_id, vault, chain, block, log_index),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create index root_event_by_strategist on root_event
  (tenant_id, vault, chain, strategist, block, log_index);
create table snapshot (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  day text not null check (length(day) = 10),
  block_number integer not null,
  block_hash text,
  at_unix integer not null,
  type text not null,
  base_asset text not null,
  share_price text not null,
  total_assets text not null,
  total_supply text not null,
  positions text not null,
  prices text not null,
  vested_amount text,
  vesting_seconds integer,
  primary key (tenant_id, vault, chain, day),
  check ((vested_amount is null) = (vesting_seconds is null)),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create table daily_point (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  day text not null check (length(day) = 10),
  at_unix integer not null,
  block_number integer not null,
  daily_apy text,
  price_usd text,
  share_price text not null,
  total_assets text not null,
  tvl_usd text,
  primary key (tenant_id, vault, chain, day),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create table performance (
  tenant_id text not null,
  vault text not null,
  chain text not null,
  day text not null check (length(day) = 10),
  apy text,
  fees text,
  performance_fees text,
  real_apy text,
  maturity_apy text,
  fee_drag text,
  real_yields text not null,
  maturity_yields text not null,
  primary key (tenant_id, vault, chain, day),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
) strict;
create table usd_price (
  tenant_id text not null references tenant (id),
  chain text not null,
  asset text not null,
  at_unix integer not null,
  usd text not null,
  source text not null,
  primary key (tenant_id, chain, asset, at_unix)
) strict;
create table simulation (
  id text primary key,
  tenant_id text not null references tenant (id),
  created_at_unix integer not null,
  expires_at_unix integer not null,
  body text not null
) strict;
create index simulation_by_expiry on simulation (expires_at_unix);
create index simulation_by_tenant on simulation (tenant_id);
create table job (
  seq integer primary key autoincrement,
  kind text not null,
  key text not null,
  state text not null check (state in ('waiting', 'active', 'done', 'parked')),
  attempts integer not null,
  payload text not null,
  run_at_unix integer not null,
  lease_until_unix integer,
  ready_at_unix integer,
  last_error text,
  created_at_unix integer not null,
  finished_at_unix integer,
  unique (kind, key)
) strict;
create index job_ready on job (kind, ready_at_unix, seq) where ready_at_unix is not null;
create index job_by_kind on job (kind, seq);
create table audit_entry (
  id integer primary key autoincrement,
  tenant_id text references tenant (id),
  at_unix integer not null,
  actor text not null,
  act text not null,
  subject text not null,
  details text not null
) strict;
create index audit_entry_by_tenant on audit_entry (tenant_id, id);
create trigger audit_entry_no_update before update on audit_entry
begin select raise(abort, 'the audit log only grows'); end;
create trigger audit_entry_no_delete before delete on audit_entry
begin select raise(abort, 'the audit log only grows'); end;
`
