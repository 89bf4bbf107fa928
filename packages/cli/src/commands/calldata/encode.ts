import { ruleBook } from '@vaultwright/protocols'
import { yes } from '../../answer.ts'
import { parseCalls } from '../../call-input.ts'
import { defineCommand } from '../../command.ts'
import { encodeCalldata } from '../../encode.ts'
import { readJson } from '../../input.ts'
import { encodedJsonOf, printEncoded } from '../../print/encoded.ts'
import { readReads } from '../../reads-input.ts'
import { remarkMatches } from '../../remark.ts'
import { readSoundTree } from '../../tree-input.ts'
import { assertGiven } from '../../usage.ts'

export const calldataEncode = defineCommand({
  name: 'calldata encode',
  describe:
    'Encodes calls as one calldata for the Manager, each with the proof of the leaf that permits it. A call that no leaf permits is refused (exit 1) with the reason, and nothing is encoded.',
  positionals: {},
  options: {
    tree: { kind: 'text', value: 'file', describe: 'The tree whose root the strategist has' },
    calls: {
      kind: 'text',
      value: 'file',
      describe:
        'JSON list of {target, data, value?, decoder?}; a flash loan is {tokens, amounts, inner: [...], target?, salt?}; - reads standard input',
    },
    'manager-tree': {
      kind: 'text',
      value: 'file',
      describe:
        "The tree of the Manager's own root, for calls inside flash loans; else the same tree",
    },
    reads: { kind: 'text', value: 'file', describe: 'JSON object of values read from the chain' },
  },
  examples: [
    ['calldata encode --tree tree.json --calls calls.json', 'Print the calldata'],
    [
      'calldata encode --tree tree.json --calls - --json < calls.json',
      'With the leaf of each call',
    ],
  ],
  run: async (args, context) => {
    const path = assertGiven(args.tree, 'tree')
    const calls = parseCalls(await readJson(assertGiven(args.calls, 'calls'), context), 'calls')
    const file = await readSoundTree(path, context)
    const other = args['manager-tree']
    const managerFile = other === undefined ? file : await readSoundTree(other, context)
    const reads = await readReads(args.reads, context)
    const encoded = encodeCalldata(calls, { file, managerFile, rules: ruleBook, reads })
    remarkMatches(encoded.calls, { context, quiet: args.quiet })
    return { json: () => encodedJsonOf(encoded), text: () => printEncoded(encoded), exit: yes }
  },
})
