import { wireManifestOf } from '@vaultwright/wire'
import { defineCommand } from '../../command/command.ts'
import { offlineOption } from '../../input/node-option.ts'
import { actionNodeOptions, treeOptions, treeWord } from '../../input/tree-option.ts'
import { type Json, yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'actions list',
  summary: 'List the actions that a tree permits',
  describe:
    'Lists what a tree lets its strategist do: the actions whose leaves are all there, with their parameters. Derived from the leaves alone; names, terms and tokens that leaves do not bind come from the definition, the lock file and the record of the chain, or from a node. With the definition of a Solana vault, the actions whose digests a node has.',
  positionals: { tree: treeWord },
  options: { ...treeOptions, ...actionNodeOptions, offline: offlineOption },
  examples: [
    ['actions list tree.json --chain mainnet', 'Every action, as a table'],
    ['actions list tree.json --chain 1 --lock vaultwright.lock.json --json', 'The manifest'],
    ['actions list tree.json --rpc-url https://…', 'With what the chain says of its accounts'],
    ['actions list --definition vault.yaml --strategist main', 'Of a tree that is not built yet'],
    [
      'actions list --definition solana.yaml --rpc-url http://127.0.0.1:8899',
      'Of the digests of a Solana vault',
    ],
  ],
  run: async (args, context) => {
    if (args.tree === undefined && args.definition !== undefined) {
      const { svmDefinitionIn } = await import('../../input/solana/definition.ts')
      const definition = await svmDefinitionIn(args.definition, context)
      if (definition !== null) {
        const { answerSolanaActions } = await import('./solana.ts')
        return answerSolanaActions(definition, args, context)
      }
    }
    const [{ manifestOf }, { withKnownFacts, readActionTree }, print] = await Promise.all([
      import('@vaultwright/builder'),
      import('../../input/strategist-tree.ts'),
      import('./manifest.ts'),
    ])
    const actionTree = await readActionTree(args.tree, args, context)
    const settings = { options: args, isNeeded: false, context }
    const manifest = await withKnownFacts(actionTree, settings, manifestOf)
    return {
      json: () => wireManifestOf(manifest) as Json,
      text: (style) => print.printManifest(manifest, style),
      exit: yes,
    }
  },
})
