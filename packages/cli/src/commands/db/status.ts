import { redactDatabaseUrl } from '@vaultwright/base'
import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  name: 'db status',
  summary: 'Show which migrations a database has and lacks',
  describe:
    'Shows which migrations a database has and which are pending. Changes nothing. Exits with 1 if migrations are pending.',
  positionals: {},
  options: databaseOptions,
  without: withoutUrl,
  examples: [['db status', 'Is it ready for this release?']],
  run: async (args, context) => {
    const [{ statusOf }, { databaseUrlOf }, print] = await Promise.all([
      import('@vaultwright/store'),
      import('../../admin/option.ts'),
      import('./migrate.ts'),
    ])
    const url = databaseUrlOf(args, context.config)
    const status = await statusOf(url)
    const { countOlderDays } = await import('./older-day.ts')
    const olderDays = status.pending.length === 0 ? await countOlderDays(url) : null
    const migration = { database: redactDatabaseUrl(url), status, olderDays }
    return {
      json: () => print.migrationJsonOf(migration),
      text: (style) => print.printMigration(migration, style),
      exit: () => (migration.status.pending.length === 0 ? 0 : 1),
    }
  },
})
