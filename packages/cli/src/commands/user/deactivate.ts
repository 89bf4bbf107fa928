import { adminOptions } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'user deactivate',
  summary: 'End all keys and sessions of a user',
  describe:
    'Deactivates a user. Keys, passkeys and sessions of the user stop working at once, in every process. Safe to repeat; an admin can activate the user again in the web console.',
  positionals: { user: { describe: 'Name or id' } },
  options: adminOptions,
  examples: [['user deactivate bot', 'All its keys stop working']],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('./list.ts'),
    ])
    const user = await withAdmin(args, context, (admin) => admin.deactivateUser(args.user))
    return {
      json: () => print.userJsonOf(user),
      text: (style) => print.printUser(user, style),
      exit: yes,
    }
  },
})
