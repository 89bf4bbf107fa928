import { defineCommand } from '../../../command/command.ts'
import { checkJsonOf, onQueue, printCheck, queueOptions, queueWord } from './queue-input.ts'

export const command = defineCommand({
  name: 'queue check',
  summary: 'Check that the logs of a withdraw queue give the requests that it has',
  describe:
    "Folds all logs of a withdraw queue, and holds the requests against the contract's own set, in its order, its next number and its shares. With --block-hash the contract is executed on state that follows from that hash. Exit 0 if they agree, 1 if they differ.",
  positionals: { queue: queueWord },
  options: queueOptions,
  examples: [
    ['queue check 0x… --chain mainnet', 'Is a request missing?'],
    ['queue check 0x… --chain mainnet --block-hash 0x…', 'The same, by proofs'],
  ],
  run: async (args, context) =>
    onQueue(args, context, (reading) => ({
      json: () => ({ ok: reading.check.state === 'agrees', ...checkJsonOf(reading) }),
      text: (style) => printCheck(reading, style),
      exit: () => (reading.check.state === 'agrees' ? 0 : 1),
    })),
})
