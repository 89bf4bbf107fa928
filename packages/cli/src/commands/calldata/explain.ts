import { worstOf } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import type { Json } from '../../answer.ts'
import { readSubjects } from '../../call-subject.ts'
import { defineCommand } from '../../command.ts'
import { explainAll } from '../../explain.ts'
import { printEncodingNotes } from '../../print/encoding-note.ts'
import { printExplanations } from '../../print/explained.ts'
import { readReads } from '../../reads-input.ts'
import { readSoundTree } from '../../tree-input.ts'
import { assertGiven } from '../../usage.ts'
import { isYes } from '../../verify-input.ts'

export const calldataExplain = defineCommand({
  name: 'calldata explain',
  describe:
    'Tells why a call is permitted or refused: the leaf that permits it, or the nearest leaves with the first criterion that each leaves unmet, and the leaf that would permit it. The answer is no (exit 1) when a call is refused. A call is conditional if its decoder reads the chain, or if decoders of other versions pack it otherwise: --strict treats it as refused. Proofs are not looked at: that is for calldata verify.',
  positionals: {
    calldata: {
      optional: true,
      describe:
        'Calldata of the Manager whose calls are explained: hex, @file, or - for standard input',
    },
  },
  options: {
    tree: { kind: 'text', value: 'file', describe: 'The tree' },
    'manager-tree': {
      kind: 'text',
      value: 'file',
      describe:
        "The tree of the Manager's own root, for calls inside flash loans; else the same tree",
    },
    target: { kind: 'text', value: 'address', describe: 'One call instead: the account called' },
    data: { kind: 'text', value: 'hex', describe: 'Its calldata: hex, @file, or -' },
    value: { kind: 'text', value: 'wei', describe: 'Its value; 0 when not given' },
    decoder: { kind: 'text', value: 'address', describe: 'Its decoder; any when not given' },
    near: {
      kind: 'count',
      value: 'leaves',
      describe: 'How many near leaves to name; 5 when not given',
    },
    reads: { kind: 'text', value: 'file', describe: 'JSON object of values read from the chain' },
    strict: {
      kind: 'flag',
      describe:
        'Treats conditional calls as refused; bytes after the arguments are shown and change no answer',
    },
  },
  examples: [
    [
      'calldata explain --tree tree.json --target 0x… --data 0x095ea7b3…',
      'Why is this call refused?',
    ],
    ['calldata explain @call.hex --tree tree.json', 'Every call of a Manager calldata'],
  ],
  run: async (args, context) => {
    const path = assertGiven(args.tree, 'tree')
    const { tree, metadata } = await readSoundTree(path, context)
    const other = args['manager-tree']
    const managerTree = other === undefined ? tree : (await readSoundTree(other, context)).tree
    const { subjects, notes } = await readSubjects(args, metadata.manager, context)
    const reads = await readReads(args.reads, context)
    const explained = explainAll(subjects, {
      tree,
      managerTree,
      rules: ruleBook,
      reads,
      limit: args.near,
    })
    const verdict = worstOf(explained.map(({ explanation }) => explanation.verdict))
    const ok = isYes(verdict, args.strict)
    return {
      json: () => ({ ok, verdict, calls: explained, notes }) as Json,
      text: (ink) => [...printExplanations(explained, ink), ...printEncodingNotes(notes, ink, '')],
      exit: () => (ok ? 0 : 1),
    }
  },
})
