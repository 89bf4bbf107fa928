/**
 * The number of approvals that a tenant asks for of what acts for one of its vaults, in place of its own number.
 * Released: never to be changed.
 */
const vaultReview = (text: string, integer: string, end: string): string => `
create table vault_review_rule (
  tenant_id ${text} not null,
  vault ${text} not null,
  required ${integer} not null,
  primary key (tenant_id, vault),
  foreign key (tenant_id, vault) references vault (tenant_id, address)
)${end};
`

export const vaultReviewSqlite = vaultReview('text', 'integer', ' strict')
export const vaultReviewPostgres = vaultReview('text collate "C"', 'bigint', '')
