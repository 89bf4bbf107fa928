import { defineCommand } from '../../command/command.ts'
import { readJson } from '../../input/input.ts'
import type { Json } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'swap explain',
  summary: 'Recompute a quote offline from its receipt, step by step',
  describe:
    'Recomputes a quote from its receipt, offline: what the tokens are worth, the least that the policy allows, what each way bought, its least, its rank, and why others are refused. Then compares every field of the file with what follows. A batch of swaps ("swap quote --swaps --json", or what "swap build --swaps" answers) is recomputed the same way. The verdict is "recomputed: equal", or the first field that differs (exit 1).',
  positionals: {
    quote: {
      describe: 'File of "swap quote --json", or an answer of the API; - reads standard input',
    },
  },
  options: {},
  examples: [
    ['swap explain quote.json', 'Every step, then the verdict'],
    ['swap explain - --json < answer.json', 'The verdict for a program'],
  ],
  run: async ({ quote: name }, context) => {
    const [{ checkQuote, quoteFileOf }, { printExplanation }, { batchFileOf, explainBatch }] =
      await Promise.all([
        import('./input/quote-file.ts'),
        import('./print/explanation.ts'),
        import('./print/batch-explanation.ts'),
      ])
    const document = await readJson(name, context)
    const batchFile = batchFileOf(document)
    if (batchFile !== null) return explainBatch(batchFile)
    const file = quoteFileOf(document, name)
    const check = checkQuote(file)
    const { difference, quote, isIdComputed } = check
    return {
      json: () => ({
        quote_id: file.record.id,
        formula: quote.receipt.formula,
        is_equal: difference === null,
        first_difference:
          difference === null
            ? null
            : {
                path: difference.path,
                written: difference.written as Json,
                computed: difference.computed as Json,
              },
        not_computed: isIdComputed ? [] : ['quote_id', 'created_at', 'expires_at'],
        result: quote.receipt.result as Json,
      }),
      text: (style) => printExplanation(check, style),
      exit: () => (difference === null ? 0 : 1),
    }
  },
})
