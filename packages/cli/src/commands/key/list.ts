import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const keyList = defineCommand({
  name: 'key list',
  describe:
    'Lists the API keys of a tenant, newest first, also revoked ones: how they begin and end, never the keys themselves.',
  positionals: {},
  options: adminOptions,
  examples: [
    ['key list', 'Of the only tenant of the database'],
    ['key list --url https://… --json', 'By an API, for a program'],
  ],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../print/key.ts'),
    ])
    const { keys, users } = await withAdmin(args, context, async (admin) => ({
      keys: await admin.listKeys(),
      users: await admin.listUsers(),
    }))
    return {
      json: () => ({ keys: keys.map(print.keyJsonOf) }),
      text: (ink) => print.printKeys(keys, users, ink),
      exit: yes,
    }
  },
})
