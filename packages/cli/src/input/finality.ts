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
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { readInput, textOf } from './input.ts'
import { type CheckpointOptions, checkpointAge, type FinalityOptions } from './node-option.ts'

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
  options: FinalityOptions,
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
    `The checkpoint is ${checkpointAge(proven)} old: validators that left since could sign another history. Give a newer one, or --allow-old-checkpoint.`,
    { option: 'checkpoint' },
  )
}

async function readNetwork(path: string, context: Context): Promise<BeaconNetwork> {
  return parseBeaconNetwork(textOf(await readInput(path, context), path))
}
