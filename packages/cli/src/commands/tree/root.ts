import { isSound, printHex } from '@vaultwright/base'
import { rootOf } from '@vaultwright/merkle'
import { defineCommand } from '../../command.ts'
import { remarkUnsound } from '../../remark.ts'
import { readTree } from '../../tree-input.ts'

export const treeRoot = defineCommand({
  name: 'tree root',
  describe:
    'Computes the root of a tree from its leaves, whatever root the file states. The answer is no (exit 1) when the file contradicts its leaves.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {},
  examples: [
    ['tree root tree.json', 'Print the root'],
    ['tree root tree.json --json', 'The same for a program, with the root that the file states'],
  ],
  run: async ({ file: path, quiet }, context) => {
    const file = await readTree(path, context)
    const root = printHex(rootOf(file.tree.tree))
    const { capacity, depth } = file.tree.tree
    const isAgreed = isSound(file.findings)
    remarkUnsound(path, file, { context, quiet })
    return {
      json: () => ({ root, stated: file.metadata.root, sound: isAgreed, capacity, depth }),
      text: () => [`${root}\n`],
      exit: () => (isAgreed ? 0 : 1),
    }
  },
})
