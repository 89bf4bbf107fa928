import type { MigrationStatus } from '@vaultwright/store'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs, printTable } from './table.ts'
import { printTime } from './time.ts'

/** Where a database stands, and which one it is, without a password. */
export type Standing = { readonly database: string; readonly status: MigrationStatus }

/** Turns where a database stands into what `--json` shows. */
export function migrationJsonOf({ database, status }: Standing): Json {
  const { kind, applied, pending } = status
  return {
    ...{ database, kind, ready: pending.length === 0 },
    applied: applied.map(({ id, name, appliedAtUnix }) => ({
      ...{ id, name, appliedAt: printTime(appliedAtUnix) },
    })),
    pending: pending.map(({ id, name }) => ({ id, name })),
  }
}

/** Prints where a database stands for a person. */
export function* printMigration({ database, status }: Standing, ink: Ink): Iterable<string> {
  const { kind, applied, pending } = status
  const label = pending.length === 0 ? ink.green('ready') : ink.red('lacks migrations')
  yield `${label}\n`
  yield* printPairs(Object.entries({ database, kind }), ink)
  const rows = [
    ...applied.map((one) => [String(one.id), one.name, printTime(one.appliedAtUnix)]),
    ...pending.map((one) => [String(one.id), one.name, 'pending']),
  ]
  const columns = [{ title: 'migration' }, { title: 'name' }, { title: 'applied' }]
  yield* printTable(columns, rows, ink)
  if (pending.length > 0) yield '\nRun: vaultwright db migrate\n'
}
