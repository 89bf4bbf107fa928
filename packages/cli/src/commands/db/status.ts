import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command.ts'

export const dbStatus = defineCommand({
  name: 'db status',
  describe:
    'Tells which migrations a database has and which it lacks; nothing is made or changed. The answer is no (exit 1) when it lacks some.',
  positionals: {},
  options: databaseOptions,
  without: withoutUrl,
  examples: [['db status', 'Is it ready for this release?']],
  run: async (args, context) => {
    const [{ statusOf }, { databaseUrlOf, printDatabase }, print] = await Promise.all([
      import('@vaultwright/store'),
      import('../../admin/place.ts'),
      import('../../print/migration.ts'),
    ])
    const url = databaseUrlOf(args, context.config)
    const standing = { database: printDatabase(url), status: await statusOf(url) }
    return {
      json: () => print.migrationJsonOf(standing),
      text: (ink) => print.printMigration(standing, ink),
      exit: () => (standing.status.pending.length === 0 ? 0 : 1),
    }
  },
})
