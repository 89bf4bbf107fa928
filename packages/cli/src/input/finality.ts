import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import {
  type BeaconNetwork,
  type FinalityTerms,
  mainnetBeacon,
  openFinality,
  type ProvenFinality,
  parseBeaconNetwork,
  parseFinalityFile,
} from '@vaultwright/finality'
import { flag, type Options, text } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { readInput, textOf } from './input.ts'

export const checkpointOptions = {
  checkpoint: text('The root of a finalised beacon block that you trust', '0x…'),
  'allow-old-checkpoint': flag('Start at a checkpoint of more than 15 days'),
  'beacon-network': text('The beacon chain, where it is not that of Ethereum mainnet', 'file'),
} as const satisfies Options

export const finalityOptions = {
  finality: text(
    'A finality file, in place of the hash of the block: it proves from --checkpoint that the block is final',
    'file',
  ),
  ...checkpointOptions,
} as const satisfies Options

export type CheckpointOptions = {
  readonly checkpoint: string | undefined
  readonly 'allow-old-checkpoint': boolean
  readonly 'beacon-network': string | undefined
}

/** Reads what a person trusts: a checkpoint, and the chain that it is of. */
export async function finalityTermsOf(
  options: CheckpointOptions,
  context: Context,
): Promise<FinalityTerms> {
  const { checkpoint, 'beacon-network': path } = options
  if (checkpoint === undefined) {
    throw new UsageError(
      'Finality follows from a beacon block that you trust. Give its root with --checkpoint, from two sources that do not know each other.',
      { option: 'checkpoint' },
    )
  }
  const network = path === undefined ? mainnetBeacon : await readNetwork(path, context)
  const now = BigInt(Math.floor(context.now() / 1000))
  return { network, checkpoint: printHex(parseHexOf(checkpoint as Hex, 32)), now }
}

/** Follows the finality file of a command; null without one. */
export async function readFinality(
  options: CheckpointOptions & { readonly finality: string | undefined },
  context: Context,
): Promise<ProvenFinality | null> {
  if (options.finality === undefined) {
    if (options.checkpoint === undefined) return null
    throw new UsageError('A checkpoint is the start of a finality file. Give it with --finality.', {
      option: 'finality',
    })
  }
  const terms = await finalityTermsOf(options, context)
  const file = parseFinalityFile(
    textOf(await readInput(options.finality, context), options.finality),
  )
  return withAge(openFinality(file, terms), options)
}

/** Refuses a checkpoint that is too old, unless a person takes it. */
export function withAge(
  proven: ProvenFinality,
  { 'allow-old-checkpoint': isAllowed }: CheckpointOptions,
): ProvenFinality {
  if (!proven.checkpoint.isOld || isAllowed) return proven
  throw new UsageError(
    `The checkpoint is ${ageText(proven)} old: validators that left since could sign another history. Give a newer one, or --allow-old-checkpoint.`,
    { option: 'checkpoint' },
  )
}

/** Prints what is final, by whom, and what that rests on. */
export function* printFinality(proven: ProvenFinality, style: TextStyle): Iterable<string> {
  const { block, final, signers, checkpoint, chainId } = proven
  const by =
    signers === null
      ? 'it is under the checkpoint itself'
      : `${signers.count} of ${signers.of} members signed`
  yield `${style.green('final')}  block ${block.number} ${block.hash} of chain ${chainId}: ${by}, slot ${final.slot}\n`
  yield style.dim(
    `rests on the checkpoint ${checkpoint.root} (slot ${checkpoint.slot}, ${ageText(proven)} old), which you trust\n`,
  )
}

/** The same for a program. */
export function finalityJsonOf(proven: ProvenFinality) {
  const { chainId, block, final, signers, checkpoint, periodCount } = proven
  return {
    chainId,
    block: { number: block.number, hash: block.hash },
    final: { slot: final.slot, root: final.root, blockNumber: final.block.number },
    signers: signers === null ? null : { ...signers },
    checkpoint: { ...checkpoint },
    periods: periodCount,
  }
}

async function readNetwork(path: string, context: Context): Promise<BeaconNetwork> {
  return parseBeaconNetwork(textOf(await readInput(path, context), path))
}

function ageText({ checkpoint }: ProvenFinality): string {
  const hours = checkpoint.ageSeconds / 3600n
  return hours < 48n ? `${hours} hours` : `${hours / 24n} days`
}
