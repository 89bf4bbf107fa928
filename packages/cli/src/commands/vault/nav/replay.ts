import { parseReadingWitness, replayReadingWitness } from '@vaultwright/check'
import { defineCommand, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { chainOfWord } from '../../../input/chain.ts'
import { readInput, textOf } from '../../../input/input.ts'
import { printFinality } from '../../../print/finality.ts'
import { readWitnessBlock, witnessBlockOptions } from '../witness-block.ts'
import { navAnswerOf } from './nav-print.ts'

/** Milliseconds that the EVM may run for a witness of hundreds of calls. */
const replayTimeMs = 300_000

export const command = defineCommand({
  name: 'nav replay',
  summary: 'Count what a vault is worth again, offline, from a witness',
  describe:
    'Counts the worth of a vault again, offline: runs every reader on the state that follows from the hash of the block, values what they find, and compares. A piece that is wrong, missing or not used is refused, and so is a result that does not follow. The plan, the told prices and the list of leaves are the word of who made the file, and are shown. Exit 1 if a flag is raised.',
  positionals: { witness: { describe: 'The witness: a file, or - for standard input' } },
  options: {
    ...witnessBlockOptions,
    chain: text('The chain of the block: its hash does not prove it; --finality does', 'name'),
  },
  examples: [
    ['nav replay nav.json --block-hash 0x… --chain mainnet', 'Does it follow from the block?'],
  ],
  run: async (args, context) => {
    const witness = parseReadingWitness(
      textOf(await readInput(args.witness, context), args.witness),
    )
    const { hash, final } = await readWitnessBlock(args, witness.chainId, context)
    const chainId = final?.chainId ?? chainMeant(args.chain, witness.chainId)
    const limit = { mayRunMs: replayTimeMs, clock: () => performance.now() }
    const report = await replayReadingWitness(witness, { blockHash: hash, chainId, limit })
    const answer = navAnswerOf(report)
    if (final === null) return answer
    return {
      ...answer,
      text: async function* (style) {
        yield* answer.text(style)
        yield* printFinality(final, style)
      },
    }
  },
})

function chainMeant(word: string | undefined, stated: number): number {
  if (word !== undefined) return chainOfWord(word, 'chain').id
  const message = `A block hash does not prove its chain. Give --chain; the witness names chain ${stated}, which is only its word.`
  throw new UsageError(message, { option: 'chain' })
}
