import { printFinalityFile } from '@vaultwright/finality'
import { defineCommand, list, text } from '../../command/command.ts'
import { openFinality } from '../../input/finality.ts'
import { onChain } from '../../input/node.ts'
import {
  beaconOption,
  blockTagOf,
  checkpointOptions,
  neededNodeOptions,
} from '../../input/node-option.ts'
import { finalityJsonOf, printFinality } from '../../print/finality.ts'
import { yes } from '../../terminal/context.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'

export const command = defineCommand({
  name: 'block final',
  summary: 'Prove that a block is final, from a checkpoint that you trust',
  describe:
    'Proves that a block of Ethereum is final: follows the sync committees from a checkpoint to the newest final block, and ties the block to it. Every answer of the servers is checked; what remains to trust is the checkpoint. Writes what proves it as a finality file, which anybody follows offline with block check, and which stands for a block hash elsewhere. With a node of a rollup of the OP Stack or of Arbitrum it goes on from the final block to what the rollup’s contracts confirmed there, and says how old that is. A block that is newer than finality exits with 1 and prints how many members signed it, where a server has their signatures.',
  positionals: {},
  options: {
    ...beaconOption,
    write: text('Write what proves it', 'file'),
    ...checkpointOptions,
    ...neededNodeOptions,
    block: text('Number, hash or finalized; default: finalized', 'block'),
    'rollup-rpc-url': list(
      'A node of a rollup on this chain: the block is then one of the rollup, whose contracts confirmed it; default of --block: the newest that they confirmed, which is hours to days old',
      'url',
    ),
  },
  examples: [
    [
      'block final --beacon https://… --chain mainnet --checkpoint 0x… --write finality.json',
      'The newest final block',
    ],
    [
      'block final --beacon https://… --chain mainnet --checkpoint 0x… --block 0x… --write finality.json',
      'The block of a witness',
    ],
    [
      'block final --beacon https://… --chain mainnet --checkpoint 0x… --rollup-rpc-url https://… --write finality.json',
      'The newest block of a rollup that its contracts confirmed',
    ],
  ],
  run: async (args, context) => {
    const prove = await openFinality(args, context, async (file) => {
      if (args.write !== undefined)
        await writeFileWhole(args.write, [printFinalityFile(file)], context)
    })
    const target = blockTagOf(args.block ?? 'finalized')
    const urls = args['rollup-rpc-url']
    const proven = await onChain(args, context, (chain) => {
      if (urls.length === 0) return prove(chain, target)
      const rollupNode = { ...args, chain: undefined, 'rpc-url': urls }
      return onChain(rollupNode, context, (rollup) => prove(chain, target, rollup))
    })
    return {
      json: () => finalityJsonOf(proven),
      text: (style) => printFinality(proven, style),
      exit: yes,
    }
  },
})
