/**
 * Names that a tenant gives to accounts of its own; an empty chain is every chain of the EVM, and the shape is what a
 * hurried reader sees of the name. Released: never to be changed.
 */
const accountName = (text: string, integer: string, end: string): string => `
create table account_name (
  tenant_id ${text} not null references tenant (id),
  chain ${text} not null,
  address ${text} not null check (length(address) = 42),
  name ${text} not null,
  shape ${text} not null,
  named_by ${text} not null,
  named_at_unix ${integer} not null,
  primary key (tenant_id, chain, address)
)${end};
create index account_name_by_shape on account_name (tenant_id, shape);
`

export const accountNameSqlite = accountName('text', 'integer', ' strict')
export const accountNamePostgres = accountName('text collate "C"', 'bigint', '')
