import { redactDatabaseUrl } from '@vaultwright/base'
import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'db restore',
  summary: 'Restore a database from a backup',
  describe:
    'Puts a backup into a database that is empty or not there yet, of either kind: all of it, or nothing. This also moves an SQLite store to PostgreSQL. Keys work as before.',
  positionals: { file: { describe: 'What db backup wrote' } },
  options: databaseOptions,
  without: withoutUrl,
  examples: [
    ['db restore backup.sqlite --database sqlite:vaults.sqlite', 'Into a new file'],
    ['db restore backup.sqlite', 'Into the database of DATABASE_URL, or of this machine'],
  ],
  run: async (args, context) => {
    const [{ restore }, { databaseUrlOf }] = await Promise.all([
      import('@vaultwright/store'),
      import('../../admin/option.ts'),
    ])
    const url = databaseUrlOf(args, context.config)
    const rows = await restore(args.file, url)
    const database = redactDatabaseUrl(url)
    const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
    return {
      json: () => ({ database, file: args.file, rows }),
      text: () => [`restored ${args.file} into ${database}: ${count} rows\n`],
      exit: yes,
    }
  },
})
