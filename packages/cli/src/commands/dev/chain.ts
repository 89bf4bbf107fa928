import { count, defineCommand, flag, text } from '../../command/command.ts'

export const command = defineCommand({
  name: 'dev chain',
  summary: 'Start the local chain: two vaults and 45 days of history',
  describe:
    'Starts the local chain: two vaults with their Managers, five strategists, a dozen protocols and 45 days of history, on a chain of its own with id 31337. Prints where it listens, the accounts with their keys, the vaults, the trees, and a command to try, and runs until Ctrl-C. Needs Anvil, which comes with the package on Linux x64.',
  positionals: {},
  options: {
    port: count('Port; default: 8545, with --lying 8546; 0 takes a free one', 'port'),
    host: text('Address to listen on; default: 127.0.0.1', 'address'),
    fork: flag('Listen on a fork of the local chain, which runs behind it'),
    'fork-url': text('Listen on a fork of this node instead; its chain id is kept', 'url'),
    lying: flag(
      'Start a node that lies: the same chain with the same block hashes, and one overwritten slot, which permits a batch that the chain refuses',
    ),
  },
  examples: [
    ['dev chain', 'Start it on port 8545'],
    ['dev chain --port 0 --json', 'On a free port; one line of JSON when it is ready'],
    ['dev chain --fork', 'A fork of it, as one forks a public chain'],
    ['dev chain --lying', 'Beside it, a node that deceives all but proven simulations'],
  ],
  run: async (args, context) => {
    const { serveChain } = await import('./run-chain.ts')
    return serveChain(args, context)
  },
})
