import { defineCommand } from '../../command.ts'

export const devServe = defineCommand({
  name: 'dev serve',
  describe:
    'Starts everything for a first look: the local chain, a store with a demo tenant, an API key, two vaults with their trees, 44 days of history indexed from that chain, and the API with its documentation. New days are indexed as the chain moves on. Prints the key and commands to try, and runs until Ctrl-C, after which nothing is left.',
  positionals: {},
  options: {
    port: {
      kind: 'count',
      value: 'port',
      describe: 'Where the API listens; 8080 when not given, 0 for a free one',
    },
    'chain-port': {
      kind: 'count',
      value: 'port',
      describe: 'Where the local chain listens; a free one when not given',
    },
  },
  examples: [
    ['dev serve', 'Start it; the documentation is at http://127.0.0.1:8080/docs'],
    ['dev serve --port 0 --json', 'On a free port; one line of JSON when it is ready'],
  ],
  run: async (args, context) => {
    const { serveDemo } = await import('../../dev-serve.ts')
    return serveDemo(args, context)
  },
})
