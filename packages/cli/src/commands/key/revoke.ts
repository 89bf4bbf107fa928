import { adminOptions } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'key revoke',
  summary: 'End an API key',
  describe:
    'Revokes an API key. It stops working at once, in every process. Safe to repeat; it cannot be undone, only replaced by a new key.',
  positionals: { id: { describe: 'Of the key, as key list shows it; not the key itself' } },
  options: adminOptions,
  examples: [['key revoke key_4mYr…', 'End the key that key list shows so']],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('./list.ts'),
    ])
    const key = await withAdmin(args, context, (admin) => admin.revokeKey(args.id))
    return {
      json: () => print.keyJsonOf(key),
      text: (style) => print.printKey(key, style),
      exit: yes,
    }
  },
})
