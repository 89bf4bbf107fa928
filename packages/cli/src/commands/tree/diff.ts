import { ruleBook } from '@vaultwright/protocols'
import { diffTrees, printDiffMarkdown, printDiffText } from '@vaultwright/review'
import { choice, defineCommand, flag } from '../../command/command.ts'
import { readTree } from '../../input/tree.ts'
import type { Json } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import { warnUnsound } from '../../terminal/warning.ts'

export const treeDiff = defineCommand({
  name: 'tree diff',
  describe:
    'Compares two trees by what their leaves permit, whatever their order: new spenders, recipients, targets and decoders first, then every leaf added, removed or changed.',
  positionals: {
    before: { describe: 'The tree in force' },
    after: { describe: 'The tree that shall follow; one of the two may be - for standard input' },
  },
  options: {
    format: choice(['text', 'json', 'markdown'], 'How to print it'),
    'exit-code': flag('Answer no (exit 1) when the roots differ'),
  },
  examples: [
    ['tree diff old.json new.json', 'What will change?'],
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
    const diff = diffTrees(before, after, { rules: ruleBook })
    const printed = { text: printDiffText, markdown: printDiffMarkdown, json: printJson }
    const print = printed[args.format ?? 'text'] as (value: typeof diff) => string
    const isSame = diff.root.before === diff.root.after
    return {
      json: () => diff as Json,
      text: () => [print(diff)],
      exit: () => (args['exit-code'] && !isSame ? 1 : 0),
    }
  },
})
