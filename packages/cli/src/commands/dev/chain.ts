import { defineCommand } from '../../command.ts'

export const devChain = defineCommand({
  name: 'dev chain',
  describe:
    'Starts the local chain: two vaults with their Managers, three strategists, a dozen protocols and 45 days of history, on a chain of its own with id 31337. Prints where it listens, the accounts with their keys, the vaults, the trees, and a command to try, and runs until Ctrl-C. Needs Anvil, which comes with the package on Linux x64.',
  positionals: {},
  options: {
    port: {
      kind: 'count',
      value: 'port',
      describe: 'Where it listens; 8545 when not given, 0 for a free one',
    },
    host: {
      kind: 'text',
      value: 'address',
      describe: 'On which address; 127.0.0.1 when not given',
    },
    fork: { kind: 'flag', describe: 'Listen on a fork of the local chain, which runs behind it' },
    'fork-url': {
      kind: 'text',
      value: 'url',
      describe: 'Listen on a fork of this node instead; its chain id is kept',
    },
  },
  examples: [
    ['dev chain', 'Start it on port 8545'],
    ['dev chain --port 0 --json', 'On a free port; one line of JSON when it is ready'],
    ['dev chain --fork', 'A fork of it, as one forks a public chain'],
  ],
  run: async (args, context) => {
    const { serveChain } = await import('../../dev-chain.ts')
    return serveChain(args, context)
  },
})
