import { groundOptions } from '../../action-option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const actionsShow = defineCommand({
  name: 'actions show',
  describe:
    'Shows one action of a tree: its parameters, their choices, and which of them go together. Exit 1 with the missing leaf and the nearest one when the tree does not permit it.',
  positionals: {
    tree: { describe: 'Tree file, or -' },
    route: { describe: 'The action, as in aave_v3/supply' },
  },
  options: groundOptions,
  examples: [
    ['actions show tree.json aave_v3/supply --chain-id mainnet', 'Parameters and choices'],
    ['actions show tree.json aave_v3/supply --json', 'With the combinations, as JSON'],
  ],
  run: async (args, context) => {
    const [{ constraintsOf, manifestOf }, { readGround }, print] = await Promise.all([
      import('@vaultwright/builder'),
      import('../../action-ground.ts'),
      import('../../print/action-manifest.ts'),
    ])
    const { route } = args
    const ground = await readGround(args.tree, args, context)
    const tree = { ...ground, chainId: ground.chainId ?? 0, reads: null }
    const constraints = constraintsOf(tree, route)
    const action = manifestOf(tree)[route]!
    return {
      json: () => ({ route, action: print.actionJsonOf(action), constraints }),
      text: (ink) => print.printAction(route, { action, constraints }, ink),
      exit: yes,
    }
  },
})
