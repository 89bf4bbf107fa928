import { layouts } from '@vaultwright/formats'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { targets, writeTree } from '../../convert.ts'
import { metadataJsonOf } from '../../print/metadata.ts'
import { readSoundTree } from '../../tree-input.ts'
import { UsageError } from '../../usage.ts'

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
  run: async ({ file: path, to, layout, out, json }, context) => {
    if (to === undefined)
      throw new UsageError(`--to is missing. Choose one of: ${targets.join(', ')}.`)
    if (layout !== undefined && to !== 'solidity') {
      throw new UsageError('Only a solidity file has a layout. Leave --layout out.')
    }
    if (json && out === undefined) {
      throw new UsageError('The converted file takes standard output. Give --out beside --json.')
    }
    if (to === 'binary' && out === undefined && context.config.columns !== null) {
      throw new UsageError('The binary form is not for a terminal. Give --out, or send it on.')
    }
    const file = await readSoundTree(path, context)
    return {
      document: () => writeTree(file, to, layout),
      json: () => ({ ...metadataJsonOf(file), format: to, file: out }),
      text: () => [`wrote ${out} (${to}, ${file.tree.tree.capacity} slots)\n`],
      exit: yes,
    }
  },
})
