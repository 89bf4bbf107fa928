import { tenantOptions, withoutUrl } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const vaultSync = defineCommand({
  name: 'vault sync',
  describe:
    "Records the roots that a vault's Manager has on chain: every setting since the vault was deployed, read from its events. A pushed tree is pending until then; the API builds with the roots that are active. Again is harmless, and needed after each setting.",
  positionals: { vault: { describe: 'Name or address of the vault' } },
  options: {
    ...tenantOptions,
    chain: { kind: 'text', value: 'name', describe: 'Only this chain; else each that has a node' },
    'rpc-url': {
      kind: 'list',
      value: 'url',
      describe: 'Nodes of that chain; else <CHAIN>_RPC_URL of the environment',
    },
  },
  without: withoutUrl,
  examples: [
    ["vault sync 'Local ETH'", 'With the nodes of the environment, as in MAINNET_RPC_URL'],
    ['vault sync 0x… --chain base --rpc-url https://…', 'This chain, by this node'],
  ],
  run: async (args, context) => {
    const [{ answerSync }, print] = await Promise.all([
      import('../../admin/sync.ts'),
      import('../../print/synced.ts'),
    ])
    const found = await answerSync(args, context)
    return {
      json: () => print.syncedJsonOf(found),
      text: (ink) => print.printSynced(found, ink),
      exit: yes,
    }
  },
})
