import { databaseOptions, withoutUrl } from '../../admin/option.ts'
import { defineCommand } from '../../command.ts'
import { paceOptions } from '../../indexing/option.ts'

export const indexRun = defineCommand({
  name: 'index run',
  describe:
    'Indexes all vaults of the database until Ctrl-C: roots, a snapshot a day, growth and performance, and what was missed while nobody looked. Alone, or as one of several workers on a shared queue. On a terminal a bar shows what is missing; elsewhere each event is a line of JSON on standard error. Chains are asked through <CHAIN>_RPC_URL of the environment, as in MAINNET_RPC_URL; every other setting is a variable, too. Ctrl-C or SIGTERM lets days that are being read end; what is cut off is done by whoever comes next.',
  positionals: {},
  options: {
    once: { kind: 'flag', describe: 'End when nothing is missing, with a summary' },
    queue: {
      kind: 'text',
      value: 'url',
      describe:
        'inline: in this process; redis://… or postgres://…: shared with other workers; QUEUE_URL, else REDIS_URL, else inline',
    },
    ...databaseOptions,
    ...paceOptions,
    host: {
      kind: 'text',
      value: 'address',
      describe: 'On which address metrics, health and board are; INDEX_HOST, else 127.0.0.1',
    },
    port: { kind: 'count', value: 'port', describe: 'INDEX_PORT, else 9464; 0 for a free one' },
    'log-level': {
      kind: 'text',
      choices: ['debug', 'info', 'warn', 'error', 'silent'],
      describe: 'How much is told off a terminal: LOG_LEVEL, else info',
    },
  },
  without: withoutUrl,
  examples: [
    ['index run', 'Until Ctrl-C, with a queue in this process'],
    ['index run --once', 'Only what is missing now, as from a clock of the system'],
    ['index run --queue redis://127.0.0.1:6379', 'One of several workers'],
  ],
  run: async (args, context) => {
    if (!args.once) {
      const { runIndex } = await import('../../indexing/run.ts')
      return runIndex({ ...args, 'rpc-url': [] }, context)
    }
    const { runOnce } = await import('../../indexing/run-once.ts')
    return runOnce(args, context)
  },
})
