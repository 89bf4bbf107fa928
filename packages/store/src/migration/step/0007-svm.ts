/** Solana vaults and what was read of them. Addresses are kept as they are. Released: never to be changed. */
const svm = ({ id, integer, blob, end }: SvmColumnTypes): string => `
create table svm_vault (
  tenant_id ${id} not null references tenant (id),
  address ${id} not null,
  id ${id} not null unique,
  name ${id} not null,
  status ${id} not null check (status in ('active', 'paused', 'retired')),
  program ${id} not null,
  vault_id ${id} not null,
  definition ${id} not null,
  created_at_unix ${integer} not null,
  primary key (tenant_id, address)
)${end};
create table svm_reading (
  tenant_id ${id} not null,
  vault ${id} not null,
  day ${id} not null check (length(day) = 10),
  slot ${integer} not null,
  at_unix ${integer} not null,
  digest ${id} not null check (length(digest) = 16),
  read_at_unix ${integer} not null,
  body ${blob} not null,
  primary key (tenant_id, vault, day),
  foreign key (tenant_id, vault) references svm_vault (tenant_id, address)
)${end};
`

/** The types that the two databases name differently. */
type SvmColumnTypes = {
  readonly id: string
  readonly integer: string
  readonly blob: string
  readonly end: string
}

export const svmSqlite = svm({ id: 'text', integer: 'integer', blob: 'blob', end: ' strict' })

export const svmPostgres = svm({
  id: 'text collate "C"',
  integer: 'bigint',
  blob: 'bytea',
  end: '',
})
