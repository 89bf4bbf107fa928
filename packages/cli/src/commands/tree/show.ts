import { defineCommand, flag, list, text } from '../../command/command.ts'
import { slotsWhere } from '../../input/slot.ts'
import { readTree } from '../../input/tree.ts'
import { nameOptions } from '../../input/tree-option.ts'
import {
  leafJsonOf,
  metadataJsonOf,
  printLeaf,
  printLeaves,
  printMetadata,
} from '../../print/tree.ts'
import { warnUnsound } from '../../terminal/warning.ts'

export const command = defineCommand({
  name: 'tree show',
  summary: 'Show what a tree file allows',
  describe:
    'Shows what a tree file states and which calls its leaves permit. Filters narrow the leaves; all of them must hold.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    leaf: list('Only the leaf in this slot, in detail; may be repeated', 'position'),
    target: text('Only leaves that call this account', 'address'),
    function: text('Only leaves of this function: name, signature or selector', 'name'),
    decoder: text('Only leaves of this decoder', 'address'),
    argument: list('Only leaves with this argument; may be repeated', 'address'),
    text: text('Only leaves whose description contains this', 'words'),
    padding: flag('Show empty slots too'),
    ...nameOptions,
  },
  examples: [
    ['tree show tree.json', 'Everything it allows'],
    ['tree show tree.json --function approve', 'All approvals'],
    ['tree show tree.json --leaf 12', 'Everything about leaf 12'],
  ],
  run: async (args, context) => {
    const file = await readTree(args.file, context)
    const slots = slotsWhere(file.tree, args)
    const isDetailed = args.leaf.length > 0
    const { readNames } = await import('../../input/tree-names.ts')
    const naming = await readNames([file], args, context)
    warnUnsound(args.file, file, { context, quiet: args.quiet })
    return {
      json: () => ({ ...metadataJsonOf(file), leaves: slots.map(leafJsonOf) }),
      text: (style) =>
        isDetailed
          ? slots.flatMap((slot, at) => [at > 0 ? '\n' : '', ...printLeaf(slot, { naming, style })])
          : [
              ...printMetadata(file, slots.length, { naming, style }),
              '\n',
              ...printLeaves(slots, { naming, style }),
            ],
      exit: () => 0,
    }
  },
})
