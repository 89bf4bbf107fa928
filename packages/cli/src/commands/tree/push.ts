import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const treePush = defineCommand({
  name: 'tree push',
  describe:
    'Stores a tree for a strategist of a vault: its root is pending until it is set on the Manager. Pushing again is harmless: the text that came first stays, and where the pushed one differs is said. A tree that contradicts its own leaves is refused.',
  positionals: { file: { describe: 'Tree file, or - for standard input' } },
  options: {
    vault: { kind: 'text', value: 'name', describe: 'Name or address of the vault' },
    strategist: { kind: 'text', value: 'name', describe: 'Name or address of whose tree it is' },
    chain: { kind: 'text', value: 'name', describe: 'Which chain, where the vault is on several' },
    ...adminOptions,
  },
  examples: [
    ["tree push tree.json --vault 'Local ETH' --strategist main", 'Make its root pending'],
    ['tree push tree.json --vault 0x… --strategist 0x… --chain base', 'By address, on this chain'],
    ['tree push tree.json --vault 0x… --strategist main --url https://…', 'By an API'],
  ],
  run: async (args, context) => {
    const [{ withAdmin }, { pushTree, readTreeBytes }, print, { writeRemark }] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../admin/tree-push.ts'),
      import('../../print/pushed.ts'),
      import('../../remark.ts'),
    ])
    const tree = await readTreeBytes(args.file, context)
    const pushed = await withAdmin(args, context, (admin) => pushTree(admin, tree, args))
    for (const stranger of pushed.strangers) {
      writeRemark(print.strangerTextOf(stranger), { context, quiet: args.quiet })
    }
    return {
      json: () => print.pushedJsonOf(pushed),
      text: (ink) => print.printPushed(pushed, ink),
      exit: yes,
    }
  },
})
