import { defineCommand } from '../../command.ts'
import { remarkOtherRoot } from '../../remark.ts'
import { readTreeRoot } from '../../tree-root.ts'

export const treeRoot = defineCommand({
  name: 'tree root',
  describe:
    'Computes the root of a tree from its leaves, whatever root the file states. The answer is no (exit 1) when the file states another one; whether all of the file is sound, tree check tells.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {},
  examples: [
    ['tree root tree.json', 'Print the root'],
    ['tree root tree.json --json', 'The same for a program, with the root that the file states'],
  ],
  run: async ({ file: path, quiet }, context) => {
    const { root, stated, capacity } = await readTreeRoot(path, context)
    const ok = root === stated
    if (!ok) remarkOtherRoot(path, stated, { context, quiet })
    return {
      json: () => ({ ok, root, stated, capacity }),
      text: () => [`${root}\n`],
      exit: () => (ok ? 0 : 1),
    }
  },
})
