import { withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command.ts'
import { indexOptions } from '../../indexing/option.ts'

export const indexStatus = defineCommand({
  name: 'index status',
  describe:
    'Tells how far each vault is indexed on each chain: last day, how far behind the last final block that anybody saw, days that are missing, values that are old, work that failed, roots on chain without a stored tree. From the database alone; no chain is asked. A no (1) when a day is missing or old, work was given up, or nobody looked yet.',
  positionals: {},
  options: indexOptions,
  without: withoutUrl,
  examples: [
    ['index status', 'All vaults of the database'],
    ["index status --vault 'Local ETH' --json", 'One of them, for a program'],
  ],
  run: async (args, context) => {
    const [{ readStatus, isCurrent }, print] = await Promise.all([
      import('../../indexing/status.ts'),
      import('../../print/index-status.ts'),
    ])
    const rows = await readStatus(args, context)
    return {
      json: () => print.indexStatusJsonOf(rows),
      text: (ink) => print.printIndexStatus(rows, ink),
      exit: () => (rows.every(isCurrent) ? 0 : 1),
    }
  },
})
