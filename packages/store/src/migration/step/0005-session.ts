/**
 * Passkeys of users, their sessions in the console, invitations and open challenges. Of every secret only
 * the SHA-256 is kept. Released: never to be changed.
 */
const session = ({ id, integer, flag, blob, end }: ColumnTypes): string => `
create table passkey (
  tenant_id ${id} not null,
  id ${id} not null unique,
  user_id ${id} not null,
  credential_id ${id} not null unique,
  public_key ${blob} not null,
  counter ${integer} not null,
  transports ${id} not null,
  is_synced ${flag} not null check (is_synced in (0, 1)),
  name ${id} not null,
  created_at_unix ${integer} not null,
  last_used_at_unix ${integer},
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
)${end};
create index passkey_by_user on passkey (tenant_id, user_id);
create table session (
  tenant_id ${id} not null,
  id ${id} not null unique,
  user_id ${id} not null,
  hash ${blob} not null unique check (length(hash) = 32),
  created_at_unix ${integer} not null,
  proved_at_unix ${integer} not null,
  last_seen_at_unix ${integer} not null,
  expires_at_unix ${integer} not null,
  user_agent ${id} not null,
  address ${id} not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
)${end};
create index session_by_user on session (tenant_id, user_id);
create index session_by_expiry on session (expires_at_unix);
create table invite (
  tenant_id ${id} not null,
  id ${id} not null unique,
  user_id ${id} not null,
  hash ${blob} not null unique check (length(hash) = 32),
  created_at_unix ${integer} not null,
  expires_at_unix ${integer} not null,
  used_at_unix ${integer},
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
)${end};
create index invite_by_user on invite (tenant_id, user_id);
create table challenge (
  hash ${blob} primary key check (length(hash) = 32),
  purpose ${id} not null,
  body ${id} not null,
  tenant_id ${id},
  user_id ${id},
  expires_at_unix ${integer} not null,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
)${end};
create index challenge_by_user on challenge (tenant_id, user_id);
create index challenge_by_expiry on challenge (expires_at_unix);
`

/** The types that the two databases name differently. */
type ColumnTypes = {
  readonly id: string
  readonly integer: string
  readonly flag: string
  readonly blob: string
  readonly end: string
}

export const sessionSqlite = session({
  id: 'text',
  integer: 'integer',
  flag: 'integer',
  blob: 'blob',
  end: ' strict',
})

export const sessionPostgres = session({
  id: 'text collate "C"',
  integer: 'bigint',
  flag: 'bigint',
  blob: 'bytea',
  end: '',
})
