import { defineCommand } from '../../command/command.ts'
import { readFinality } from '../../input/finality.ts'
import { checkpointOptions } from '../../input/node-option.ts'
import { finalityJsonOf, printFinality } from '../../print/finality.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'block check',
  summary: 'Check offline that a block is final, by its finality file',
  describe:
    'Checks that a block of Ethereum is final, offline: follows a finality file from a checkpoint that you trust, over the signatures of the sync committees, to the block. Nothing in the file is believed. A block that is newer than finality exits with 1, with how many members signed it.',
  positionals: { file: { describe: 'The finality file, or - for standard input' } },
  options: checkpointOptions,
  examples: [
    ['block check finality.json --checkpoint 0x…', 'Is the block final, and which one is it?'],
  ],
  run: async (args, context) => {
    const proven = (await readFinality({ ...args, finality: args.file }, context))!
    return {
      json: () => finalityJsonOf(proven),
      text: (style) => printFinality(proven, style),
      exit: yes,
    }
  },
})
