import { redactDatabaseUrl } from '@vaultwright/base'
import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'db backup',
  summary: 'Write a database to a file while it is in use',
  describe:
    'Writes a consistent copy of a database while it is in use, PostgreSQL too, as one SQLite file that only its owner reads. Never overwrites.',
  positionals: { file: { describe: 'The file to write; it must not exist' } },
  options: databaseOptions,
  without: withoutUrl,
  examples: [
    ['db backup vaults-2026-11-20.sqlite', 'Of DATABASE_URL, or of this machine'],
    ['db backup copy.sqlite --database sqlite:vaults.sqlite', 'Of this file'],
  ],
  run: async (args, context) => {
    const [{ backup }, { databaseUrlOf }] = await Promise.all([
      import('@vaultwright/store'),
      import('../../admin/option.ts'),
    ])
    const url = databaseUrlOf(args, context.config)
    await backup(url, args.file)
    const database = redactDatabaseUrl(url)
    return {
      json: () => ({ database, file: args.file }),
      text: () => [`wrote ${args.file}, a copy of ${database}\n`],
      exit: yes,
    }
  },
})
