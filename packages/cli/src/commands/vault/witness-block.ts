import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import type { ProvenFinality } from '@vaultwright/finality'
import { text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { type FinalityOptions, finalityOptions, isFinalityGiven } from '../../input/node-option.ts'
import type { Context } from '../../terminal/context.ts'

/** Options of a command that follows a witness from the hash of its block. */
export const witnessBlockOptions = {
  'block-hash': text('The hash of the block, from another source', '0x…'),
  ...finalityOptions,
} as const

/** The hash of a witness's block; proven final where a finality file gives it. */
export type WitnessBlock = { readonly hash: Hex; readonly final: ProvenFinality | null }

/** Reads the hash of the block of a witness, or follows the finality file that proves it. */
export async function readWitnessBlock(
  args: FinalityOptions & { readonly 'block-hash': string | undefined },
  chainId: number,
  context: Context,
): Promise<WitnessBlock> {
  const word = args['block-hash']
  if (!isFinalityGiven(args)) return { hash: hashIn(word), final: null }
  const { readFinality } = await import('../../input/finality.ts')
  const final = (await readFinality(args, context))!
  if (word !== undefined) {
    const message = 'The finality file proves the hash of the block. Leave --block-hash out.'
    throw new UsageError(message, { option: 'block-hash' })
  }
  if (chainId !== final.chainId) {
    const message = `The finality file is of chain ${final.chainId}, and the witness of chain ${chainId}. Give a file of that chain.`
    throw new UsageError(message, { option: 'finality' })
  }
  return { hash: final.block.hash, final }
}

function hashIn(word: string | undefined): Hex {
  if (word !== undefined && /^0x[0-9a-fA-F]{64}$/.test(word))
    return printHex(parseHexOf(word as Hex, 32))
  throw new UsageError(
    `--block-hash cannot be ${JSON.stringify(word ?? '')}. What the witness proves follows from the hash of its block: give 0x and 64 hex digits, or --finality.`,
    { option: 'block-hash', value: word ?? '' },
  )
}
