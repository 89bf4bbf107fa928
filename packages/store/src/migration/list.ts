import { createHash } from 'node:crypto'
import { firstPostgres } from './step/0001-first-postgres.ts'
import { firstSqlite } from './step/0001-first-sqlite.ts'
import { auditInsertPostgres, auditInsertSqlite } from './step/0002-audit-insert.ts'
import { readingPostgres, readingSqlite } from './step/0003-reading.ts'
import { chainSlug } from './step/0004-chain-slug.ts'
import { sessionPostgres, sessionSqlite } from './step/0005-session.ts'
import { swapPostgres, swapSqlite } from './step/0006-swap.ts'
import { svmPostgres, svmSqlite } from './step/0007-svm.ts'
import { witnessPostgres, witnessSqlite } from './step/0008-witness.ts'
import { statePackPostgres, statePackSqlite } from './step/0009-state-pack.ts'
import { identityPostgres, identitySqlite } from './step/0010-identity.ts'
import { navPostgres, navSqlite } from './step/0011-nav.ts'
import { allowancePostgres, allowanceSqlite } from './step/0012-allowance.ts'
import { safePostgres, safeSqlite } from './step/0013-safe.ts'
import { accountNamePostgres, accountNameSqlite } from './step/0014-account-name.ts'
import { reviewPostgres, reviewSqlite } from './step/0015-review.ts'
import { executionPostgres, executionSqlite } from './step/0016-execution.ts'
import { controlPostgres, controlSqlite } from './step/0017-control.ts'
import { safeLookPostgres, safeLookSqlite } from './step/0018-safe-look.ts'
import { vaultReviewPostgres, vaultReviewSqlite } from './step/0019-vault-review.ts'
import { worthBoundsPostgres, worthBoundsSqlite } from './step/0020-worth-bounds.ts'
import { withdrawQueuePostgres, withdrawQueueSqlite } from './step/0021-withdraw-queue.ts'

/** The database a text is for. */
export type StoreKind = 'sqlite' | 'postgres'

/** One step of the schema. Once released it is never changed; what comes later is a step of its own. */
export type Migration = {
  readonly id: number
  readonly name: string
  readonly sql: Readonly<Record<StoreKind, string>>
}

/** Every migration, in order, numbered from 1. */
export const migrations: readonly Migration[] = [
  { id: 1, name: 'first', sql: { sqlite: firstSqlite, postgres: firstPostgres } },
  {
    id: 2,
    name: 'audit-insert',
    sql: { sqlite: auditInsertSqlite, postgres: auditInsertPostgres },
  },
  { id: 3, name: 'reading', sql: { sqlite: readingSqlite, postgres: readingPostgres } },
  { id: 4, name: 'chain-slug', sql: { sqlite: chainSlug, postgres: chainSlug } },
  { id: 5, name: 'session', sql: { sqlite: sessionSqlite, postgres: sessionPostgres } },
  { id: 6, name: 'swap', sql: { sqlite: swapSqlite, postgres: swapPostgres } },
  { id: 7, name: 'svm', sql: { sqlite: svmSqlite, postgres: svmPostgres } },
  { id: 8, name: 'witness', sql: { sqlite: witnessSqlite, postgres: witnessPostgres } },
  { id: 9, name: 'state-pack', sql: { sqlite: statePackSqlite, postgres: statePackPostgres } },
  { id: 10, name: 'identity', sql: { sqlite: identitySqlite, postgres: identityPostgres } },
  { id: 11, name: 'nav', sql: { sqlite: navSqlite, postgres: navPostgres } },
  { id: 12, name: 'allowance', sql: { sqlite: allowanceSqlite, postgres: allowancePostgres } },
  { id: 13, name: 'safe', sql: { sqlite: safeSqlite, postgres: safePostgres } },
  {
    id: 14,
    name: 'account-name',
    sql: { sqlite: accountNameSqlite, postgres: accountNamePostgres },
  },
  { id: 15, name: 'review', sql: { sqlite: reviewSqlite, postgres: reviewPostgres } },
  { id: 16, name: 'execution', sql: { sqlite: executionSqlite, postgres: executionPostgres } },
  { id: 17, name: 'control', sql: { sqlite: controlSqlite, postgres: controlPostgres } },
  { id: 18, name: 'safe-look', sql: { sqlite: safeLookSqlite, postgres: safeLookPostgres } },
  {
    id: 19,
    name: 'vault-review',
    sql: { sqlite: vaultReviewSqlite, postgres: vaultReviewPostgres },
  },
  {
    id: 20,
    name: 'worth-bounds',
    sql: { sqlite: worthBoundsSqlite, postgres: worthBoundsPostgres },
  },
  {
    id: 21,
    name: 'withdraw-queue',
    sql: { sqlite: withdrawQueueSqlite, postgres: withdrawQueuePostgres },
  },
]

/** The table of what was applied, made before the first migration. */
export const migrationTable: Readonly<Record<StoreKind, string>> = {
  sqlite:
    'create table if not exists migration (id integer primary key, name text not null, checksum text not null, applied_at_unix integer not null) strict',
  postgres:
    'create table if not exists migration (id bigint primary key, name text not null, checksum text not null, applied_at_unix bigint not null)',
}

/** Computes what tells whether a migration is still the one that was applied. */
export function checksumOf(migration: Migration, kind: StoreKind): string {
  return createHash('sha256').update(migration.sql[kind]).digest('hex')
}
