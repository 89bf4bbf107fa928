import { ruleBook } from '@vaultwright/protocols'
import {
  compareTrees,
  comparisonJsonOf,
  printDiffMarkdown,
  printDiffText,
} from '@vaultwright/review'
import { choice, defineCommand, flag } from '../../command/command.ts'
import { readTree } from '../../input/tree.ts'
import { readNames } from '../../input/tree-names.ts'
import { nameOptions } from '../../input/tree-option.ts'
import type { Json } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import { warnUnsound } from '../../terminal/warning.ts'

export const command = defineCommand({
  name: 'tree diff',
  summary: 'Compare two tree files by meaning',
  describe:
    'Compares two trees by what their leaves permit, whatever their order: first what binds less than before, new recipients, bridges, spenders and decoders, then permissions as sets of values, a line an action; at most a screen. --detail prints every leaf. Names come from the record of the chain, the definition, the lock file, and in quotes from descriptions of the trees.',
  positionals: {
    before: { describe: 'The tree in force' },
    after: { describe: 'The tree that shall follow; one of the two may be - for standard input' },
  },
  options: {
    format: choice(['text', 'json', 'markdown'] as const, 'How to print it'),
    detail: flag('Print every line, and every leaf after them'),
    ...nameOptions,
    'exit-code': flag('Answer no (exit 1) when the roots differ'),
  },
  examples: [
    ['tree diff old.json new.json', 'What will change?'],
    ['tree diff old.json new.json --detail --addresses', 'Every leaf, every address whole'],
    [
      'tree diff old.json new.json --format markdown --out review.md',
      'For a review in the browser',
    ],
    ['tree diff old.json new.json --exit-code --quiet', 'For a script: do they differ?'],
  ],
  run: async (args, context) => {
    const before = await readTree(args.before, context)
    const after = await readTree(args.after, context)
    warnUnsound(args.before, before, { context, quiet: args.quiet })
    warnUnsound(args.after, after, { context, quiet: args.quiet })
    const { chainId, names, whole } = await readNames([before, after], args, context)
    const diff = compareTrees(before, after, {
      rules: ruleBook,
      chainId: args.chain === undefined ? undefined : (chainId ?? undefined),
    })
    const printing = { names, whole, detail: args.detail }
    const asJson = () => comparisonJsonOf(diff, printing) as Json
    const print = {
      text: () => printDiffText(diff, printing),
      markdown: () => printDiffMarkdown(diff, printing),
      json: () => printJson(asJson()),
    }[args.format ?? 'text']
    const isSame = diff.root.before === diff.root.after
    return {
      json: asJson,
      text: () => [print()],
      exit: () => (args['exit-code'] && !isSame ? 1 : 0),
    }
  },
})
