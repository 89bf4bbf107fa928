import { withoutUrl } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { indexOptions, rangeOptions } from '../../indexing/option.ts'

export const indexReplay = defineCommand({
  name: 'index replay',
  describe:
    'Computes snapshots, daily points and performance again from the readings that are kept, without asking any chain: after a formula was corrected, or to see that nothing changes. A value that comes out otherwise takes the place of the one before, which is kept with the time and the reason.',
  positionals: {},
  options: {
    ...indexOptions,
    ...rangeOptions,
    reason: {
      kind: 'text',
      value: 'text',
      describe: 'Why, one sentence; it is kept with every value that changes',
    },
  },
  without: withoutUrl,
  examples: [
    ['index replay', 'All days of all vaults'],
    [
      "index replay --vault 'Local USD' --from 2026-01-20 --reason 'Formula of the fee drag corrected'",
      'One vault, from a day on',
    ],
  ],
  run: async (args, context) => {
    const [{ replay }, print] = await Promise.all([
      import('../../indexing/replay.ts'),
      import('../../print/replayed.ts'),
    ])
    const replayed = await replay(args, context)
    return {
      json: () => print.replayedJsonOf(replayed),
      text: (ink) => print.printReplayed(replayed, ink),
      exit: yes,
    }
  },
})
