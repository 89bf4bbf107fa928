/**
 * The parsed readings, kept 32 days together: a cache, of which any row may go at any time.
 * Released: never to be changed.
 */
const statePack = ({ text, integer, blob, end }: PackColumnTypes): string => `
create table state_pack (
  tenant_id ${text} not null,
  vault ${text} not null,
  chain ${text} not null,
  period ${integer} not null,
  fingerprint ${text} not null,
  digest ${text} not null,
  body ${blob} not null,
  primary key (tenant_id, vault, chain, period),
  foreign key (tenant_id, vault, chain) references deployment (tenant_id, vault, chain)
    on delete cascade
)${end};
`

/** The types that the two databases name differently. */
type PackColumnTypes = {
  readonly text: string
  readonly integer: string
  readonly blob: string
  readonly end: string
}

export const statePackSqlite = statePack({
  text: 'text',
  integer: 'integer',
  blob: 'blob',
  end: ' strict',
})

/** A performance with a plain receipt has room in its page: it is neither compressed nor kept apart. */
export const statePackPostgres = `${statePack({
  text: 'text collate "C"',
  integer: 'bigint',
  blob: 'bytea',
  end: '',
})}alter table state_pack alter column body set storage external;
alter table performance set (toast_tuple_target = 8160);
`
