import { defineCommand } from '../../command.ts'
import { leafJsonOf, printLeaf, printLeaves } from '../../print/leaf.ts'
import { metadataJsonOf, printMetadata } from '../../print/metadata.ts'
import { remarkUnsound } from '../../remark.ts'
import { slotsWhere } from '../../slot.ts'
import { readTree } from '../../tree-input.ts'

export const treeShow = defineCommand({
  name: 'tree show',
  describe:
    'Shows what a tree file states and which calls its leaves permit. Filters narrow the leaves; all of them must hold.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    leaf: {
      kind: 'list',
      value: 'position',
      describe: 'Only the leaf in this slot, in detail; may be repeated',
    },
    target: { kind: 'text', value: 'address', describe: 'Only leaves that call this account' },
    function: {
      kind: 'text',
      value: 'name',
      describe: 'Only leaves of this function: name, signature or selector',
    },
    decoder: { kind: 'text', value: 'address', describe: 'Only leaves of this decoder' },
    argument: {
      kind: 'list',
      value: 'address',
      describe: 'Only leaves with this argument; may be repeated',
    },
    text: { kind: 'text', value: 'words', describe: 'Only leaves whose description contains this' },
    padding: { kind: 'flag', describe: 'Show empty slots too' },
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
    remarkUnsound(args.file, file, { context, quiet: args.quiet })
    return {
      json: () => ({ ...metadataJsonOf(file), leaves: slots.map(leafJsonOf) }),
      text: (ink) =>
        isDetailed
          ? slots.flatMap((slot, at) => [at > 0 ? '\n' : '', ...printLeaf(slot, ink)])
          : [...printMetadata(file, slots.length, ink), '\n', ...printLeaves(slots, ink)],
      exit: () => 0,
    }
  },
})
