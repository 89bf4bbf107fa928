import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const userDeactivate = defineCommand({
  name: 'user deactivate',
  describe:
    'Deactivates a user: the keys of the user stop authenticating at once, in every process. Again is harmless; there is no way back but a new user.',
  positionals: { user: { describe: 'Name or id' } },
  options: adminOptions,
  examples: [['user deactivate bot', 'None of its keys works any more']],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../print/user.ts'),
    ])
    const user = await withAdmin(args, context, (admin) => admin.deactivateUser(args.user))
    return {
      json: () => print.userJsonOf(user),
      text: (ink) => print.printUser(user, ink),
      exit: yes,
    }
  },
})
