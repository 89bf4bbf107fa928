/** Quotes of swaps, and limit orders that were built. Released: never to be changed. */
const swap = ({ id, integer, blob, end }: SwapColumnTypes): string => `
create table swap_quote (
  tenant_id ${id} not null,
  vault ${id} not null,
  chain ${id} not null,
  strategist ${id} not null,
  id ${id} not null,
  created_at_unix ${integer} not null,
  expires_at_unix ${integer} not null,
  body ${blob} not null,
  receipt ${blob} not null,
  primary key (tenant_id, vault, chain, strategist, id),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
)${end};
create index swap_quote_by_age on swap_quote (created_at_unix);
create table swap_order (
  tenant_id ${id} not null,
  vault ${id} not null,
  chain ${id} not null,
  strategist ${id} not null,
  uid ${id} not null check (length(uid) = 114),
  created_at_unix ${integer} not null,
  terms ${id} not null,
  quote_id ${id},
  published_at_unix ${integer},
  final_state ${id},
  primary key (tenant_id, vault, chain, strategist, uid),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
)${end};
create index swap_order_by_age on swap_order (tenant_id, vault, chain, strategist, created_at_unix, uid);
`

/** The types that the two databases name differently. */
type SwapColumnTypes = {
  readonly id: string
  readonly integer: string
  readonly blob: string
  readonly end: string
}

export const swapSqlite = swap({ id: 'text', integer: 'integer', blob: 'blob', end: ' strict' })

export const swapPostgres = swap({
  id: 'text collate "C"',
  integer: 'bigint',
  blob: 'bytea',
  end: '',
})
