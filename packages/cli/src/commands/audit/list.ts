import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const auditList = defineCommand({
  name: 'audit list',
  describe:
    'Lists the administrative acts in a tenant, newest first: who did what to what. "key:…" is a call with that API key, "local:…" is somebody with the database.',
  positionals: {},
  options: {
    limit: { kind: 'count', value: 'entries', describe: 'How many at most; 100 when not given' },
    ...adminOptions,
  },
  examples: [
    ['audit list', 'The last 100 acts'],
    ['audit list --limit 1000 --json', 'More of them, for a program'],
  ],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../print/audit.ts'),
    ])
    const acts = await withAdmin(args, context, (admin) => admin.listAudit(args.limit ?? 100))
    return {
      json: () => ({ acts: acts.map(print.actJsonOf) }),
      text: (ink) => print.printActs(acts, ink),
      exit: yes,
    }
  },
})
