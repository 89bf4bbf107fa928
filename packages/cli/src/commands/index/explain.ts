import { tenantOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command.ts'
import { explainedKinds } from '../../indexing/explained.ts'

export const indexExplain = defineCommand({
  name: 'index explain',
  describe:
    "Shows where a day's number is from: what was read at which block, prices with source and time, fees, the formula with its steps, and what stood there before. Computes it again from the kept answers of the chain and from the receipt's own inputs; a no (1) when one of them differs in a bit. No chain is asked. With --receipt a receipt that somebody served is checked, and no database is needed.",
  positionals: {
    vault: { describe: 'Name or address of the vault; not needed with --receipt', optional: true },
    day: { describe: 'Day in UTC, as 2026-01-21', optional: true },
  },
  options: {
    kind: {
      kind: 'text',
      choices: explainedKinds,
      describe:
        'daily: growth of the share and its worth; snapshot: what the vault held; performance: seven days; daily when not given',
    },
    'as-of': {
      kind: 'text',
      value: 'time',
      describe: 'As it was known then, as 2026-02-01T12:00:00Z; as it is known now when not given',
    },
    receipt: {
      kind: 'text',
      value: 'file',
      describe: "Check the receipt in this file, or -: an API's answer with explain=true",
    },
    chain: { kind: 'text', value: 'name', describe: 'The chain, where the vault is on several' },
    ...tenantOptions,
  },
  without: withoutUrl,
  examples: [
    ["index explain 'Local USD' 2026-01-21", 'Why the share price fell that day'],
    ["index explain 'Local ETH' 2026-02-13 --kind performance", 'What the week is made of'],
    ['index explain --receipt answer.json', 'Is what an API served true to its own receipt?'],
  ],
  run: async (args, context) => {
    const [{ explainWords }, { isProven }, print] = await Promise.all([
      import('../../indexing/explain.ts'),
      import('../../indexing/explained.ts'),
      import('../../print/explained-day.ts'),
    ])
    const explained = await explainWords(args, context)
    return {
      json: () => print.explainedJsonOf(explained),
      text: (ink) => print.printExplained(explained, ink),
      exit: () => (isProven(explained) ? 0 : 1),
    }
  },
})
