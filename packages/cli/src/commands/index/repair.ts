import { withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command.ts'
import {
  concurrencyOptions,
  indexNodeOptions,
  indexOptions,
  rangeOptions,
} from '../../indexing/option.ts'

export const indexRepair = defineCommand({
  name: 'index repair',
  describe:
    'Takes up work that was given up, compares the block of every kept day with the chain, reads days again whose block is another one now, computes values again that are old, and reads what is missing. What is replaced is kept with the time and the reason. A no (1) when something failed or is still missing.',
  positionals: {},
  options: {
    ...indexOptions,
    ...rangeOptions,
    reread: { kind: 'flag', describe: 'Read the days again even if nothing is wrong with them' },
    reason: {
      kind: 'text',
      value: 'text',
      describe: 'Why they are read again, one sentence; it is kept with what was there before',
    },
    ...concurrencyOptions,
    ...indexNodeOptions,
  },
  without: withoutUrl,
  examples: [
    ['index repair', 'All vaults, with the nodes of the environment'],
    [
      "index repair --vault 'Local ETH' --from 2026-01-20 --to 2026-01-20 --reread --reason 'The node was wrong'",
      'This day again, whatever is there',
    ],
  ],
  run: async (args, context) => {
    const [{ repair }, { isWhole }, print] = await Promise.all([
      import('../../indexing/repair.ts'),
      import('../../indexing/backfill.ts'),
      import('../../print/repaired.ts'),
    ])
    const repaired = await repair(args, context)
    return {
      json: () => print.repairedJsonOf(repaired),
      text: (ink) => print.printRepaired(repaired, ink),
      exit: () => (isWhole(repaired.backfilled) ? 0 : 1),
    }
  },
})
