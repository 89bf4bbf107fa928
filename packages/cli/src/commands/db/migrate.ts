import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const dbMigrate = defineCommand({
  name: 'db migrate',
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
    const [{ migrate }, { databaseUrlOf, printDatabase }, print] = await Promise.all([
      import('@vaultwright/store'),
      import('../../admin/place.ts'),
      import('../../print/migration.ts'),
    ])
    const url = databaseUrlOf(args, context.config)
    const standing = { database: printDatabase(url), status: await migrate(url) }
    return {
      json: () => print.migrationJsonOf(standing),
      text: (ink) => print.printMigration(standing, ink),
      exit: yes,
    }
  },
})
