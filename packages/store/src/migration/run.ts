import { BaseError } from '@vaultwright/base'
import { checksumOf, type Migration, migrations, migrationTable, type StoreKind } from './list.ts'

/** A migration that a database has. */
export type Applied = {
  readonly id: number
  readonly name: string
  readonly checksum: string
  readonly appliedAtUnix: bigint
}

/** A row of the table of migrations. */
export type AppliedRow = {
  readonly id: bigint
  readonly name: string
  readonly checksum: string
  readonly applied_at_unix: bigint
}

/** The migrations of a database: applied and pending. */
export type MigrationStatus = {
  readonly kind: StoreKind
  readonly applied: readonly Applied[]
  readonly pending: readonly Pick<Migration, 'id' | 'name'>[]
}

/** A database as migrations see it. */
export type MigrationContext = {
  readonly kind: StoreKind
  /** @returns what was applied, in order; nothing when there is no table of it. */
  readonly applied: () => Promise<readonly Applied[]>
  /** Runs work in a transaction of its own while no other process migrates. */
  readonly locked: <Result>(
    work: (migrationContext: LockedMigrationContext) => Promise<Result>,
  ) => Promise<Result>
}

/** A database without another migration running. */
export type LockedMigrationContext = {
  readonly applied: () => Promise<readonly Applied[]>
  readonly exec: (sql: string) => Promise<void>
}

/**
 * Applies what is pending, one transaction a migration.
 *
 * @throws {MigrationMismatchError} when the database has migrations that this program does not have.
 */
export async function applyMigrations(
  migrationContext: MigrationContext,
  nowUnix: () => bigint,
  upTo: number = migrations.length,
): Promise<MigrationStatus> {
  while (
    (await migrationContext.locked((locked) =>
      applyNext(locked, migrationContext.kind, { nowUnix, upTo }),
    )) < upTo
  );
  return migrationStatusOf(migrationContext)
}

/**
 * Tells which migrations a database has and which it lacks.
 *
 * @returns both lists, in order.
 * @throws {MigrationMismatchError} as `applyMigrations`.
 */
export async function migrationStatusOf(
  migrationContext: MigrationContext,
): Promise<MigrationStatus> {
  const applied = await migrationContext.applied()
  assertKnown(migrationContext.kind, applied)
  const pending = migrations.slice(applied.length).map(({ id, name }) => ({ id, name }))
  return { kind: migrationContext.kind, applied, pending }
}

/**
 * Refuses a database that has other migrations than this program.
 *
 * @throws {MigrationMismatchError} for the first that differs.
 */
export function assertKnown(kind: StoreKind, applied: readonly Applied[]): void {
  applied.forEach((row, index) => {
    const migration = migrations[index]
    if (row.id > migrations.length) throw new MigrationMismatchError('newer', row)
    if (migration === undefined || row.id !== migration.id) {
      throw new MigrationMismatchError('unknown', row)
    }
    if (row.name !== migration.name || row.checksum !== checksumOf(migration, kind)) {
      throw new MigrationMismatchError('changed', row)
    }
  })
}

/** Reads a row of the table of migrations. */
export function appliedOf({ id, name, checksum, applied_at_unix }: AppliedRow): Applied {
  return { id: Number(id), name, checksum, appliedAtUnix: applied_at_unix }
}

/** @returns the id of the last migration that the database has now. */
async function applyNext(
  migrationContext: LockedMigrationContext,
  kind: StoreKind,
  { nowUnix, upTo }: { readonly nowUnix: () => bigint; readonly upTo: number },
): Promise<number> {
  const applied = await migrationContext.applied()
  assertKnown(kind, applied)
  const next = migrations[applied.length]
  if (next === undefined || next.id > upTo) return upTo
  await migrationContext.exec(migrationTable[kind])
  await migrationContext.exec(next.sql[kind])
  const row = `${next.id}, '${next.name}', '${checksumOf(next, kind)}', ${nowUnix()}`
  await migrationContext.exec(
    `insert into migration (id, name, checksum, applied_at_unix) values (${row})`,
  )
  return next.id
}

const mismatches = {
  newer:
    'was made by a newer release of this program. Use that release; there is no way back but a backup',
  unknown: 'is not one that this program has. Use the program that made the database',
  changed:
    'is not the text that was applied: the program was changed after its release, or the database by hand. Use the release that made the database',
} as const

/** The database has a migration that this program does not have, or has otherwise. */
export class MigrationMismatchError extends BaseError {
  override readonly code = 'migration_mismatch'
  override readonly kind = 'damaged_data'

  constructor(why: keyof typeof mismatches, { id, name }: Pick<Applied, 'id' | 'name'>) {
    super({
      message: `Migration ${id} (${name}) of the database ${mismatches[why]}.`,
      facts: { why, id, name },
    })
  }
}

/** The database lacks migrations. */
export class NotMigratedError extends BaseError {
  override readonly code = 'not_migrated'
  override readonly kind = 'damaged_data'

  constructor(pending: readonly Pick<Migration, 'id' | 'name'>[]) {
    super({
      message: `The database lacks ${pending.length} migration${pending.length === 1 ? '' : 's'}. Run "vaultwright db migrate" on this database, with the same --database or DATABASE_URL.`,
      facts: { pending: pending.map(({ id, name }) => `${id} ${name}`) },
    })
  }
}
