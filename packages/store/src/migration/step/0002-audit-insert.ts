/**
 * SQLite lets an insert "or replace" a row without asking the trigger of deletions: a row of the audit log
 * is refused when its number is taken.
 */
export const auditInsertSqlite = `
create trigger audit_entry_no_replace before insert on audit_entry
when exists (select 1 from audit_entry where id = new.id)
begin select raise(abort, 'the audit log only grows'); end;
`

/** On PostgreSQL, what replaces a row updates it, which the first migration refuses. */
export const auditInsertPostgres = `
comment on table audit_entry is 'only grows';
`
