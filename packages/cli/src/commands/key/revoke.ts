import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const keyRevoke = defineCommand({
  name: 'key revoke',
  describe:
    'Revokes an API key: it stops authenticating at once, in every process. Again is harmless; there is no way back but a new key.',
  positionals: { id: { describe: 'Of the key, as key list shows it; not the key itself' } },
  options: adminOptions,
  examples: [['key revoke key_4mYr…', 'End the key that key list shows so']],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../print/key.ts'),
    ])
    const key = await withAdmin(args, context, (admin) => admin.revokeKey(args.id))
    return {
      json: () => print.keyJsonOf(key),
      text: (ink) => print.printKey(key, ink),
      exit: yes,
    }
  },
})
