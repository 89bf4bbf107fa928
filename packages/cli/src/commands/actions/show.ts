import { wireActionOf } from '@vaultwright/wire'
import { defineCommand } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { offlineOption } from '../../input/node-option.ts'
import { actionNodeOptions, treeOptions } from '../../input/tree-option.ts'
import { type Json, yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'actions show',
  summary: 'Show the parameters of one action, and which choices go together',
  describe:
    'Shows one action of a tree: its parameters, their choices, and which of them go together. Exit 1 with the missing leaf and the nearest one when the tree does not permit it.',
  positionals: {
    tree: { describe: 'Tree file, or -; left out with --definition, which builds it' },
    route: { optional: true, describe: 'The action, as in aave_v3/supply' },
  },
  options: { ...treeOptions, ...actionNodeOptions, offline: offlineOption },
  examples: [
    ['actions show tree.json aave_v3/supply --chain mainnet', 'Parameters and choices'],
    ['actions show tree.json aave_v3/supply --json', 'With the combinations, as JSON'],
    ['actions show aave_v3/supply --definition vault.yaml', 'Of a tree that is not built yet'],
  ],
  run: async (args, context) => {
    const { tree, route } = subjectOf(args)
    if (tree === undefined) {
      const { svmDefinitionIn } = await import('../../input/solana/definition.ts')
      const definition = await svmDefinitionIn(args.definition, context)
      if (definition !== null) {
        const { answerSolanaAction } = await import('./solana.ts')
        return answerSolanaAction(definition, { ...args, route }, context)
      }
    }
    const [builder, { withKnownFacts, readActionTree }, print] = await Promise.all([
      import('@vaultwright/builder'),
      import('../../input/strategist-tree.ts'),
      import('./manifest.ts'),
    ])
    const actionTree = await readActionTree(tree, args, context)
    const settings = { options: args, isNeeded: false, context }
    const { constraints, action } = await withKnownFacts(actionTree, settings, (place) => ({
      constraints: builder.constraintsOf(place, route),
      action: builder.manifestOf(place)[route]!,
    }))
    return {
      json: () => ({ route, action: wireActionOf(action) as Json, constraints }),
      text: (style) => print.printAction(route, { action, constraints }, style),
      exit: yes,
    }
  },
})

type ShownAction = { readonly tree: string | undefined; readonly route: string }

/** One word alone is the action, where a definition gives the tree. */
function subjectOf({
  tree,
  route,
  definition,
}: {
  readonly tree: string
  readonly route: string | undefined
  readonly definition: string | undefined
}): ShownAction {
  if (route !== undefined) return { tree, route }
  if (definition !== undefined) return { tree: undefined, route: tree }
  throw new UsageError('Which action? Give the tree and a route, as in aave_v3/supply.')
}
