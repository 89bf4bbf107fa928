import { databaseOptions } from '../admin/option.ts'
import { defineCommand } from '../command.ts'

export const serve = defineCommand({
  name: 'serve',
  describe:
    'Starts the API: transaction builder and vault data over HTTP, with its documentation. Prints where it listens; each request is a line of JSON on standard error. Ctrl-C or SIGTERM lets what is being answered end. An SQLite database is made and migrated by itself; PostgreSQL wants "db migrate" first. Chains are asked through <CHAIN>_RPC_URL of the environment, as in MAINNET_RPC_URL; every other setting of the service is a variable, too.',
  positionals: {},
  options: {
    host: {
      kind: 'text',
      value: 'address',
      describe: 'On which address it listens; HOST, else 127.0.0.1',
    },
    port: { kind: 'count', value: 'port', describe: 'PORT, else 8080; 0 for a free one' },
    ...databaseOptions,
    'redis-url': {
      kind: 'text',
      value: 'url',
      describe:
        'Counts requests for all processes together: REDIS_URL (where a password is out of sight); else each process counts its own',
    },
    'public-url': {
      kind: 'text',
      value: 'url',
      describe: 'What callers reach it by, for links to simulations: PUBLIC_URL',
    },
    'rate-limit': {
      kind: 'count',
      value: 'requests',
      describe:
        'Requests a minute for keys without a limit of their own: RATE_LIMIT_PER_MINUTE, else 60',
    },
    engine: {
      kind: 'text',
      choices: ['node', 'fork', 'both'],
      describe:
        'What simulates: the node, a fork of it by Anvil, or both, which must agree: SIMULATION_ENGINE, else node',
    },
    'log-level': {
      kind: 'text',
      choices: ['debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      describe: 'LOG_LEVEL, else info',
    },
  },
  examples: [
    ['serve', 'On http://127.0.0.1:8080, with a database of this machine'],
    ['serve --port 0 --json', 'On a free port; one line of JSON when it is ready'],
    ['serve --host 0.0.0.0 --database postgres://… --redis-url redis://…', 'One of several'],
  ],
  run: async (args, context) => {
    const { serveApi } = await import('../serve.ts')
    return serveApi(args, context)
  },
})
