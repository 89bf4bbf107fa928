/**
 * Reviews of packets and roots, entry by entry, each as it was signed; and how many approvals a tenant asks for.
 * Released: never to be changed.
 */
const review = (text: string, integer: string, end: string): string => `
create table review_entry (
  tenant_id ${text} not null,
  kind ${text} not null,
  hash ${text} not null check (length(hash) = 66),
  number ${integer} not null,
  user_id ${text} not null,
  entry_hash ${text} not null check (length(entry_hash) = 66),
  body ${text} not null,
  created_at_unix ${integer} not null,
  primary key (tenant_id, kind, hash, number),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
)${end};
create table review_rule (
  tenant_id ${text} not null references tenant (id),
  required ${integer} not null,
  primary key (tenant_id)
)${end};
`

export const reviewSqlite = review('text', 'integer', ' strict')
export const reviewPostgres = review('text collate "C"', 'bigint', '')
