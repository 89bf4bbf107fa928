import { withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command.ts'
import { indexOptions } from '../../indexing/option.ts'

export const indexGaps = defineCommand({
  name: 'index gaps',
  describe:
    'Lists days that are missing, whose values are old, or on which work failed, each with the reason. From the database alone, up to the last final block that anybody saw. A no (1) when there are any.',
  positionals: {},
  options: indexOptions,
  without: withoutUrl,
  examples: [
    ['index gaps', 'Of all vaults of the database'],
    ['index gaps --tenant acme --json', 'Of one tenant, day by day for a program'],
  ],
  run: async (args, context) => {
    const [{ readStatus }, { gapsOf }, print] = await Promise.all([
      import('../../indexing/status.ts'),
      import('../../indexing/gap.ts'),
      import('../../print/gap.ts'),
    ])
    const gaps = (await readStatus(args, context)).flatMap(gapsOf)
    return {
      json: () => print.gapsJsonOf(gaps),
      text: (ink) => print.printGaps(gaps, ink),
      exit: () => (gaps.length === 0 ? 0 : 1),
    }
  },
})
