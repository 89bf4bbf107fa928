import { wireManifestOf } from '@vaultwright/wire'
import { groundOptions, readOptions } from '../../action-option.ts'
import { type Json, yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const actionsList = defineCommand({
  name: 'actions list',
  describe:
    'Lists what a tree lets its strategist do: the actions whose leaves are all there, with their parameters. Derived from the leaves alone; names, terms and tokens that leaves do not bind come from the definition, the lock file and the record of the chain, or from a node.',
  positionals: { tree: { optional: true, describe: 'Tree file, or -; --definition in its place' } },
  options: { ...groundOptions, ...readOptions },
  examples: [
    ['actions list tree.json --chain-id mainnet', 'Every action, as a table'],
    ['actions list tree.json --chain-id 1 --lock vaultwright.lock.json --json', 'The manifest'],
    ['actions list tree.json --rpc-url https://…', 'With what the chain says of its accounts'],
    ['actions list --definition vault.yaml --strategist main', 'Of a tree that is not built yet'],
  ],
  run: async (args, context) => {
    const [{ manifestOf }, { readGround }, { atLearnedPlace }, print] = await Promise.all([
      import('@vaultwright/builder'),
      import('../../action-ground.ts'),
      import('../../action-chain.ts'),
      import('../../print/action-manifest.ts'),
    ])
    const ground = await readGround(args.tree, args, context)
    const manner = { words: args, isNeeded: false, context }
    const manifest = await atLearnedPlace(ground, manner, manifestOf)
    return {
      json: () => wireManifestOf(manifest) as Json,
      text: (ink) => print.printManifest(manifest, ink),
      exit: yes,
    }
  },
})
