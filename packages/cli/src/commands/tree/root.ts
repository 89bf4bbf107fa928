import { printHex } from '@vaultwright/base'
import { parseSolidityRoot, type StatedRoot } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import { defineCommand } from '../../command/command.ts'
import { readInput, withFileName } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'
import { warnOtherRoot } from '../../terminal/warning.ts'

export const command = defineCommand({
  name: 'tree root',
  summary: 'Compute the root of a tree file from its leaves',
  describe:
    'Computes the root of a tree from its leaves. Exits with 1 if the file states another root. To check the whole file, use tree check.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {},
  examples: [
    ['tree root tree.json', 'Print the root'],
    ['tree root tree.json --json', 'The same for a program, with the root that the file states'],
  ],
  run: async ({ file: path, quiet }, context) => {
    const { root, stated, capacity } = await readTreeRoot(path, context)
    const ok = root === stated
    if (!ok) warnOtherRoot(path, stated, { context, quiet })
    return {
      json: () => ({ ok, root, stated, capacity }),
      text: () => [`${root}\n`],
      exit: () => (ok ? 0 : 1),
    }
  },
})

/**
 * Reads the root of a file, rebuilt from its leaves, and the one that the file states.
 *
 * Only what a root needs is loaded, unless the file is of a rarer format or contradicts itself.
 */
async function readTreeRoot(path: string, context: Context): Promise<StatedRoot> {
  const bytes = await readInput(path, context)
  const solidityRoot = withFileName(path, () => parseSolidityRoot(bytes))
  if (solidityRoot !== null && solidityRoot.root === solidityRoot.stated) return solidityRoot
  const { parseTree } = await import('../../input/tree.ts')
  const { tree, metadata } = parseTree(path, bytes)
  const root = printHex(rootOf(tree.tree))
  return { root, stated: metadata.root, capacity: tree.tree.capacity }
}
