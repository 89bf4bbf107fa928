import { count, defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  name: 'dev serve',
  summary: 'Start everything for a first look: local chain, demo store, API',
  describe:
    'Starts everything for a first look: the local chain, a Solana chain in memory (in the repository only), a store with a demo tenant, an API key, two vaults with their trees and 44 days of history indexed from that chain, a Solana vault with ten days, a Safe with two transactions in its queue, and the API with its documentation. New days are indexed as the chain moves on. Prints the key and commands to try, and runs until Ctrl-C, after which nothing is left.',
  positionals: {},
  options: {
    port: count('Port of the API; default: 8080; 0 takes a free one', 'port'),
    'chain-port': count('Port of the local chain; default: a free one', 'port'),
  },
  examples: [
    ['dev serve', 'Start it; the documentation is at http://127.0.0.1:8080/docs'],
    ['dev serve --port 0 --json', 'On a free port; one line of JSON when it is ready'],
  ],
  run: async (args, context) => {
    const { serveDemo } = await import('./run-demo.ts')
    return serveDemo(args, context)
  },
})
