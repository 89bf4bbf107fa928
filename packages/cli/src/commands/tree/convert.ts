import { layouts } from '@vaultwright/formats'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { targetOf, targets, writeTree } from '../../convert.ts'
import { metadataJsonOf } from '../../print/metadata.ts'
import { remarkReprint } from '../../remark.ts'
import { readSoundTree } from '../../tree-input.ts'

export const treeConvert = defineCommand({
  name: 'tree convert',
  describe:
    'Writes a tree file in another format. A file that contradicts its own leaves is refused. Converting to the format that a file has prints it back byte for byte.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    to: { kind: 'text', choices: targets, describe: 'The format wanted' },
    layout: {
      kind: 'text',
      choices: layouts,
      describe: 'Layout of a solidity file; without it that of the source',
    },
  },
  examples: [
    ['tree convert tree.json --to rust --out tree.rust.json', 'For services that read snake_case'],
    ['tree convert tree.json --to solidity --layout prettier-2', 'The recommended layout'],
    ['tree convert tree.json --to binary --out tree.vwt', 'A tenth of the size, for storage'],
  ],
  run: async (args, context) => {
    const target = targetOf(args, context.config)
    const file = await readSoundTree(args.file, context)
    if (target === 'solidity') remarkReprint(args.file, file, { context, quiet: args.quiet })
    return {
      document: () => writeTree(file, target, args.layout),
      json: () => ({ ...metadataJsonOf(file), format: target, file: args.out }),
      text: () => [`wrote ${args.out} (${target}, ${file.tree.tree.capacity} slots)\n`],
      exit: yes,
    }
  },
})
