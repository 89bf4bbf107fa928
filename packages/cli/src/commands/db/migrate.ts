import { redactDatabaseUrl } from '@vaultwright/base'
import type { MigrationStatus } from '@vaultwright/store'
import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTable, printTime } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'db migrate',
  summary: 'Bring a database to what this release needs',
  describe:
    'Brings a database to what this release needs, under a lock, and makes an SQLite file that is not there yet. Migrations go forward only: make a backup first.',
  positionals: {},
  options: databaseOptions,
  without: withoutUrl,
  examples: [
    ['db migrate', 'The database of DATABASE_URL, or of this machine'],
    ['db migrate --database sqlite:vaults.sqlite', 'This file'],
  ],
  run: async (args, context) => {
    const [{ migrate }, { databaseUrlOf }] = await Promise.all([
      import('@vaultwright/store'),
      import('../../admin/option.ts'),
    ])
    const url = databaseUrlOf(args, context.config)
    const status = await migrate(url)
    const { countOlderDays } = await import('./older-day.ts')
    const olderDays = await countOlderDays(url)
    const migration = { database: redactDatabaseUrl(url), status, olderDays }
    return {
      json: () => migrationJsonOf(migration),
      text: (style) => printMigration(migration, style),
      exit: yes,
    }
  },
})

/** The state of a database, and its name without a password. */
type DatabaseState = {
  readonly database: string
  readonly status: MigrationStatus
  /** Days with values of an older formula; null where that was not counted, as migrations are pending. */
  readonly olderDays: number | null
}

export function migrationJsonOf({ database, status, olderDays }: DatabaseState): Json {
  const { kind, applied, pending } = status
  return {
    database,
    kind,
    ready: pending.length === 0,
    applied: applied.map(({ id, name, appliedAtUnix }) => ({
      id,
      name,
      appliedAt: printTime(appliedAtUnix),
    })),
    pending: pending.map(({ id, name }) => ({ id, name })),
    olderDays,
  }
}

export function* printMigration(
  { database, status, olderDays }: DatabaseState,
  style: TextStyle,
): Iterable<string> {
  const { kind, applied, pending } = status
  const label = pending.length === 0 ? style.green('ready') : style.red('lacks migrations')
  yield `${label}\n`
  yield* printPairs(Object.entries({ database, kind }), style)
  const rows = [
    ...applied.map((one) => [String(one.id), one.name, printTime(one.appliedAtUnix)]),
    ...pending.map((one) => [String(one.id), one.name, 'pending']),
  ]
  const columns = [{ title: 'migration' }, { title: 'name' }, { title: 'applied' }]
  yield* printTable(columns, rows, style)
  if (pending.length > 0) yield '\nRun: vaultwright db migrate\n'
  if (olderDays === null || olderDays === 0) return
  const what = olderDays === 1 ? '1 day has values' : `${olderDays} days have values`
  yield `\n${what} that an older formula computed. Run: vaultwright index replay\n`
}
