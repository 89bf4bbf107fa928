/**
 * The account of a Safe as it was seen last, by tenant: the next look reports a change since.
 * Released: never to be changed.
 */
const safeLook = (text: string, integer: string, end: string): string => `
create table safe_look (
  tenant_id ${text} not null references tenant (id),
  chain ${text} not null,
  safe ${text} not null,
  at_unix ${integer} not null,
  account ${text} not null,
  primary key (tenant_id, chain, safe)
)${end};
`

export const safeLookSqlite = safeLook('text', 'integer', ' strict')
export const safeLookPostgres = safeLook('text collate "C"', 'bigint', '')
