/**
 * By which identity of an OpenID Connect provider a user signs in: issuer and subject, as the provider says them, kept
 * at the first sign-in. Released: never to be changed.
 */
const identity = ({ text, integer, end }: IdentityColumnTypes): string => `
create table user_identity (
  tenant_id ${text} not null,
  issuer ${text} not null,
  subject ${text} not null,
  user_id ${text} not null,
  created_at_unix ${integer} not null,
  primary key (tenant_id, issuer, subject),
  unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
)${end};
`

/** The types that the two databases name differently. */
type IdentityColumnTypes = {
  readonly text: string
  readonly integer: string
  readonly end: string
}

export const identitySqlite = identity({ text: 'text', integer: 'integer', end: ' strict' })
export const identityPostgres = identity({
  text: 'text collate "C"',
  integer: 'bigint',
  end: '',
})
