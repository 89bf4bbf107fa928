import { withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command.ts'
import { indexNodeOptions, indexOptions, paceOptions, rangeOptions } from '../../indexing/option.ts'

export const indexBackfill = defineCommand({
  name: 'index backfill',
  describe:
    'Indexes days that are missing, now and in this process, and ends: a day of a vault is read at its last block, all at one block hash, and its reading is kept; values and receipts are computed from it. Days that are there stay. A no (1) when something failed or is still missing.',
  positionals: {},
  options: {
    ...indexOptions,
    ...rangeOptions,
    ...paceOptions,
    ...indexNodeOptions,
  },
  without: withoutUrl,
  examples: [
    ['index backfill', 'All vaults since their first days, with the nodes of the environment'],
    [
      "index backfill --vault 'Local ETH' --from 2026-01-10 --to 2026-01-20 --rpc-url http://127.0.0.1:8545",
      'These days of one vault, by this node',
    ],
  ],
  run: async (args, context) => {
    const [{ backfill, isWhole }, print] = await Promise.all([
      import('../../indexing/backfill.ts'),
      import('../../print/backfilled.ts'),
    ])
    const found = await backfill(args, context)
    return {
      json: () => print.backfilledJsonOf(found),
      text: (ink) => print.printBackfilled(found, ink),
      exit: () => (isWhole(found) ? 0 : 1),
    }
  },
})
